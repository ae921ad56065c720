// --- All points --------------------------------------------------------------------------------------------------

const rank = new Map(points.map((p, i) => [p, i]));
const sorts = [["Point", (p) => rank.get(p)],
  ...[privacy, loss, ...further].map((o) => [o === privacy ? letter : o.name, (p) => value(p, o) ?? Infinity]),
  ...(gaps ? [["Gap", (p) => p.gap ?? Infinity]] : []),
  ["Suppressed", (p) => p.suppressed], ["Classes", (p) => p.classes ?? 0]];
let sorting = { by: 0, down: false }, rows = [], order = [];

function table() {
  const key = sorts[sorting.by][1];
  const sorted = [...points].sort((p, q) => (key(p) === key(q) ? 0 : key(p) < key(q) === sorting.down ? 1 : -1));
  order = sorted.map((p) => rank.get(p));
  const turn = (by) => {
    sorting = { by, down: sorting.by === by && !sorting.down };
    table();
    $("points").parentNode.scrollTop = 0;
    $("points").querySelectorAll("thead button")[by].focus();
  };
  rows = points.map(row);
  const direction = (by) => sorting.by === by && (sorting.down ? "descending" : "ascending");
  const heads = sorts.map(([name], by) => h("th", { scope: "col", "aria-sort": direction(by) },
    h("button", { type: "button", click: () => turn(by) }, name)));
  $("points").replaceChildren(
    h("thead", null, h("tr", null, ...heads, h("th", { scope: "col" }, "What it shows"))),
    h("tbody", { keydown: walk }, ...order.map((i) => rows[i])));
  current();
}

function row(p, i) {
  const pick = () => { // on a small screen the release is out of sight
    choose(i);
    if (matchMedia("(max-width: 960px)").matches) $("release").scrollIntoView();
  };
  const name = h("button", { type: "button", "aria-label": `Show point ${i + 1}: ${spoken(p, i)}` }, String(i + 1));
  return h("tr", { click: pick },
    h("td", null, i === advice.knee ? h("span", { class: "knee-name", title: "knee" }, "◆ ") : null, name),
    ...[privacy, loss, ...further].map((o) => h("td", null, show(p, o))),
    gaps ? h("td", null, cost(p.gap)) : null, h("td", null, grouped(p.suppressed)),
    h("td", null, p.classes ? grouped(p.classes) : "–"),
    h("td", { class: "in-words", title: inWords(p) }, inWords(p)));
}

/** One tab stop for the whole table; arrows go from row to row as they are sorted. */
function walk(event) {
  const at = order.indexOf(chosen), last = order.length - 1;
  const to = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last };
  if (!(event.key in to) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  choose(order[to[event.key]]);
  rows[chosen].querySelector("button").focus({ preventScroll: true });
}

/** Marks the chosen point's row and brings it into view inside its box, without moving the page. */
function current() {
  rows.forEach((row, i) => {
    row.setAttribute("aria-current", i === chosen);
    row.querySelector("button").setAttribute("tabindex", i === chosen ? 0 : -1);
  });
  const { offsetTop: y, offsetHeight: tall } = rows[chosen];
  const head = $("points").tHead.offsetHeight, box = $("points").parentNode;
  if (y - head < box.scrollTop || y + tall > box.scrollTop + box.clientHeight) box.scrollTop = y - head - 4 * tall;
}
