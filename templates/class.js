// Sorting by a click on a column, and searching, in the table of the students.
(() => {
  const table = document.getElementById("students"), body = table.tBodies[0];
  const rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const search = document.getElementById("search"), count = document.getElementById("count");
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const find = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, index) => {
      row.hidden = !words.every((word) => texts[index].includes(word));
      shown += !row.hidden;
    });
    count.textContent = words.length ? `${shown} of ${rows.length}` : "";
  };
  let timer;
  search.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, 80); });
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  heads.forEach((head, column) => head.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const keys = new Map(rows.map((row) => {
      const text = row.cells[column].textContent.trim(), number = parseFloat(text);
      return [row, { text, number: row.cells[column].classList.contains("n") ? number : NaN }];
    }));
    const sorted = [...rows].sort((one, two) => {
      const a = keys.get(one), b = keys.get(two);
      if (Number.isNaN(a.number) !== Number.isNaN(b.number)) return Number.isNaN(a.number) ? 1 : -1;
      const order = Number.isNaN(a.number) ? collator.compare(a.text, b.text) : a.number - b.number;
      return down ? -order : order;
    });
    body.append(...sorted);
  }));
})();
