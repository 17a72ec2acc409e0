// Sorting by a click on a column, and searching, in the table of the students.
(() => {
  const table = document.getElementById("students"), body = table.tBodies[0];
  const rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const search = document.getElementById("search"), count = document.getElementById("count");
  // Without case and accents; those letters are no others with an accent, but are typed so.
  const plain = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };
  const bare = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter]);
  const lost = (row) => heads.filter((head, column) =>
    parseFloat(row.cells[column].textContent) < parseFloat(head.dataset.most));
  const texts = rows.map((row) => bare([...row.cells].map((cell) => cell.textContent)
    .concat(lost(row).map((head) => head.dataset.question)).join("\n")));
  const find = () => {
    const words = bare(search.value).split(/\s+/).filter(Boolean);
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
