# question: Model
# mistake: set_params has no self
# names: Model.self-missing
import numpy as np


_RightModel = Model


class Model(_RightModel):
    def set_params(v):
        self.vector = v
