// --- What a point is made of: the levels or groups of each column, or classes --------------------------------------

/** What each space calls it, as `shape` of a point does, and what its points are. */
const space = {
  lattice: { shape: "levels", name: "Levels", numbers: "Levels", points: "in the lattice" },
  cuts: { shape: "groups", name: "Groups", numbers: "Numbers of groups", points: "cuts" },
  regions: { shape: "classes", name: "Labels", numbers: "Labels", points: "regions" },
}[front.space.kind];

const meter = (kept, words) =>
  h("td", null, h("span", { class: "meter", style: `--kept:${kept}`, "aria-hidden": "true" }, h("i")), words);

const shapes = {
  levels: {
    /** In a front of another space a node may stand among its points; then its groups are counted too. */
    number: ({ levels }, c) => (space.shape === "levels" ? levels[c.name] : c.groups[levels[c.name]]),
    exact: (point, c) => point.levels[c.name] === 0,
    shown(point, column) {
      const at = point.levels[column.name] ?? 0, top = column.groups.length - 1, example = column.examples || [];
      const words = at === 0 ? "exact" : column.groups[at] === 1 ? "hidden" : count(column.groups[at], "group");
      return [h("td", null, at ? h("span", { class: "was" }, `${example[0]} → `) : null, example[at]),
        meter(top ? (top - at) / top : 1, `${words} · level ${at} of ${top}`)];
    },
  },
  groups: {
    number: (point, c) => point.groups[c.name].length,
    exact: (point, c) => point.groups[c.name].length === c.groups[0],
    shown(point, column) {
      const groups = point.groups[column.name], all = column.groups[0], [n, most] = [groups.length, 4];
      const named = groups.filter((label) => label !== "…"); // groups of few rows have no name here
      const words = n === all ? "exact" : n === 1 ? "hidden" : `${grouped(n)} groups of ${count(all, "value")}`;
      return [h("td", null, ...named.slice(0, most).map((label) => h("span", { class: "group" }, label)),
        named.length > most || named.length < n ? "…" : null), meter(all > 1 ? (n - 1) / (all - 1) : 1, words)];
    },
  },
  /** The labels of each class are its own, and too many to list. */
  classes: {
    number: () => null,
    exact: (point) => point.classes === front.distinct,
    shown: () => [h("td", { colspan: 2 }, "as coarse as each class needs")],
  },
};
const shape = (point) => shapes[point.shape];

/** A number per column: its level, or how many groups it shows. A tie has the shape of its point. */
const vector = (made, point = made) =>
  `[${quasi.map((c) => shape(point).number(made, c) ?? "–").join(",")}]`;

/** What a release shows of a column: an example, and how much of the detail is left. */
function shown(column, point) {
  const fates = { identifier: "left out: it names people", sensitive: "as it is (sensitive)",
    class: "as it is (to be predicted)", insensitive: "as it is, not protected" };
  if (column.role !== "quasi-identifier") return [h("td", { colspan: 2 }, fates[column.role] || column.role)];
  return shape(point).shown(point, column);
}
