// --- What a point is made of: the levels or groups of each column, or classes --------------------------------------

/** What each space calls it, as `shape` of a point does, and what its points are. */
const space = {
  lattice: { shape: "levels", points: "in the lattice" },
  cuts: { shape: "groups", points: "cuts" },
  regions: { shape: "classes", points: "regions" },
}[front.space.kind];

const [exact, hidden] = ["as it is", "hidden"];

const meter = (kept, words) =>
  h("td", null, h("span", { class: "meter", style: `--kept:${kept}`, "aria-hidden": "true" }, h("i")), words);

const shapes = {
  levels: {
    words: ({ levels }, c) => c.shows[levels[c.name]],
    exact: (point, c) => point.levels[c.name] === 0,
    shown(point, column) {
      const at = point.levels[column.name] ?? 0, top = column.groups.length - 1, example = column.examples || [];
      const groups = at && at < top ? ` · ${count(column.groups[at], "group")}` : "";
      return [h("td", null, at ? h("span", { class: "was" }, `${example[0]} → `) : null, example[at]),
        meter(top ? (top - at) / top : 1, column.shows[at] + groups)];
    },
  },
  groups: {
    words: ({ groups }, c) => (groups[c.name].length === c.groups[0] ? exact
      : groups[c.name].length === 1 ? hidden : `in ${count(groups[c.name].length, "group")}`),
    exact: (point, c) => point.groups[c.name].length === c.groups[0],
    shown(point, column) {
      const groups = point.groups[column.name], all = column.groups[0], [n, most] = [groups.length, 4];
      const named = groups.filter((label) => label !== "…"); // groups of few rows have no name here
      const words = n === all ? exact : n === 1 ? hidden : `${grouped(n)} groups of ${count(all, "value")}`;
      return [h("td", null, ...named.slice(0, most).map((label) => h("span", { class: "group" }, label)),
        named.length > most || named.length < n ? "…" : null), meter(all > 1 ? (n - 1) / (all - 1) : 1, words)];
    },
  },
  /** The labels of each class are its own, and too many to list. */
  classes: {
    words: ({ shows }, c) => shows?.[c.name] ?? "by class",
    exact: (point) => point.classes === front.distinct,
    shown: () => [h("td", { colspan: 2 }, "as coarse as each class needs")],
  },
};
const shape = (point) => shapes[point.shape];

/** What a point, or a tie of it, shows, in words: columns that show the same together, the hidden ones last. */
function inWords(made, point = made) {
  const said = new Map();
  for (const c of quasi) {
    const words = made.shows?.[c.name] ?? shape(point).words(made, c);
    said.set(words, [...(said.get(words) ?? []), c.name]);
  }
  if (said.size === 1 && quasi.length > 1) return `everything ${[...said.keys()][0]}`;
  return [...said].sort(([a], [b]) => (a === hidden) - (b === hidden))
    .map(([words, names]) => `${names.join(", ")} ${words === exact && names.length > 1 ? "as they are" : words}`)
    .join(" · ");
}

/** What a release shows of a column: an example, and how much of the detail is left. */
function shown(column, point) {
  const fates = { identifier: "left out: it names people", sensitive: "as it is (sensitive)",
    class: "as it is (to be predicted)", insensitive: "as it is, not protected" };
  if (column.role !== "quasi-identifier") return [h("td", { colspan: 2 }, fates[column.role] || column.role)];
  return shape(point).shown(point, column);
}
