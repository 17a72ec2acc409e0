#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image.
set -euo pipefail
umask 022

source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${AUTOGRADER_ROOT:-$(dirname "$source")}
venv=$root/venv

# New enough, and able to make environments: Debian and Ubuntu leave that to a package of its own.
fits() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

python=""
for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if [ -z "$python" ] && fits "$name"; then python=$name; fi
done
if [ -z "$python" ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q
    # Ubuntu 24.04 lacks only the first one's venv; 22.04 has python3.11 beside its own.
    for name in python3 python3.12 python3.11; do
        if [ -z "$python" ] &&
            apt-get install -q -y --no-install-recommends "$name" "$name-venv" &&
            fits "$name"; then
            python=$name
        fi
    done
fi
if [ -z "$python" ]; then
    echo "setup.sh: there is no Python 3.11 or newer in this image, and none to install with apt." >&2
    echo "Choose another base image on Gradescope, such as Ubuntu 22.04 or newer." >&2
    exit 1
fi

"$python" --version
"$python" -m venv --clear "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
    --prefer-binary --requirement "$source/requirements.txt"

cd "$source"
"$venv/bin/python" -m compileall -q grader reference assignments
# A second lock, for containers that give no better one: other users, such as the one as whom what
# was handed in runs, have no business in here.
chmod -R go-rwx "$source"

# The image is worth nothing if the reference does not get everything in it: say so now.
AUTOGRADER_ROOT=$root "$venv/bin/python" -E -s -m grader.gradescope check
