"use strict";
// Draws the report from the JSON that celosia wrote into the page. Names and labels come from somebody's table and may
// hold anything, so they enter the page as text nodes only, never as markup.

const data = JSON.parse(document.getElementById("data").textContent);
const { front, columns = [], notes = [], before } = data;
const { points, search, suppression } = front;
const advice = { sentences: [], knee: null, flat: [], ...data.advice };
const [privacy, loss, ...others] = front.objectives; // the first two are the axes
const further = others.filter((o) => o.aim !== "rows"); // rows are shown for every point anyway
const plane = new Set(data.plane ?? points.keys()); // best by the first two alone; the others are drawn lighter
const quasi = columns.filter((c) => c.role === "quasi-identifier");
const letter = privacy.parameter || privacy.name;
const cuts = front.space.kind === "cuts"; // a point lists the groups of each column, where a lattice point has levels
const gaps = points.some((p) => p.gap !== undefined); // a search that stopped early says how far off it may be

// --- Building blocks ---------------------------------------------------------------------------------------------

const $ = (id) => document.getElementById(id);
const build = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
};
const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);
const s = (tag, attributes, ...children) =>
  build(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// --- Numbers in words --------------------------------------------------------------------------------------------

const grouped = (v, digits = 0) => v.toLocaleString("en-US", { maximumFractionDigits: digits });
const count = (n, one, many = one + "s") => `${grouped(n)} ${n === 1 ? one : many}`;
const share = (part, whole) => {
  const percent = whole ? (100 * part) / whole : 0;
  return percent > 0 && percent < 0.01 ? "under 0.01%" : `${grouped(percent, percent < 1 ? 2 : 1)}%`;
};
/** A privacy level; null stands for infinite, which JSON cannot say. */
const level = (v) => (v === null ? "∞" : Number.isInteger(v) ? grouped(v) : grouped(Number(v.toPrecision(4)), 8));
/** A loss: four decimals, so that a column of them lines up, unless that would show nothing. */
const cost = (v) => (v === null ? "∞" : v === 0 ? "0" : Math.abs(v) >= 1000 ? grouped(v, 1)
  : Math.abs(v) < 0.001 ? v.toPrecision(3) : v.toFixed(4));
/** The size of a space: a number, or text where it is too large for one ("about 2^130"). */
const size = typeof front.space.size === "number" ? grouped(front.space.size)
  : String(front.space.size).replace(/\^(\d+)/, (_, digits) => [...digits].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join(""));
const change = (v) => (v < 0 ? "−" : "+") + grouped(Number(Math.abs(v).toPrecision(2)), 12);
const value = (point, objective) => point.values[objective.name] ?? null;
const show = (point, objective) => (objective.parameter ? level : cost)(value(point, objective));
/** "t = 0.25", "discernibility 0.0153". */
const said = (point, o) => (o.parameter ? `${o === privacy ? letter : o.name} = ` : `${o.name} `) + show(point, o);
const list = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
/** Lattice points have a level per column, points of other spaces the list of their groups. */
const vector = (point) =>
  `[${quasi.map((c) => (point.levels ? point.levels[c.name] : point.groups?.[c.name]?.length) ?? "–").join(",")}]`;
const spoken = (p, i) => `${[privacy, loss, ...further].map((o) => said(p, o)).join(", ")}, `
  + `${count(p.suppressed, "row")} suppressed${i === advice.knee ? ", the knee" : ""}`;

// --- The chart ---------------------------------------------------------------------------------------------------

const finite = points.map((p) => value(p, privacy)).filter((v) => v !== null);
const unbounded = finite.length < points.length;
const [least, most] = [Math.min(...finite), Math.max(...finite)];
const canLog = finite.length > 1 && least > 0 && most > least;
let log = canLog && privacy.goal === "max" && most / least > 20;
let chosen = advice.knee ?? Math.floor(points.length / 2);
let chart = null; // what the last drawing placed, for choosing and hovering

/** Round numbers from lo to hi, the roundest first: whoever places them drops those without room. */
function ticks(lo, hi, logarithmic, wanted) {
  const found = [];
  if (logarithmic) {
    for (const m of [1, 5, 2]) {
      for (let e = Math.floor(Math.log10(lo)); e <= Math.log10(hi); e++) found.push(Number(`${m}e${e}`));
    }
  } else {
    const rough = (hi - lo || 1) / wanted, ten = 10 ** Math.floor(Math.log10(rough));
    const step = ten * [1, 2, 5, 10].find((m) => m * ten >= rough * 0.999);
    for (let i = Math.ceil(lo / step); i * step <= hi; i++) found.push(Number((i * step).toPrecision(12)));
  }
  return found.filter((v) => v >= lo && v <= hi);
}

/** More private is always to the right, whichever way the parameter counts; an infinite one has a place of its own. */
function horizontal(left, right) {
  const gutter = unbounded ? 46 : 0, up = privacy.goal === "max", f = log ? Math.log : (v) => v;
  const [a, b] = up ? [left, right - gutter] : [right, left + gutter];
  return (v) => (v === null ? (up ? right : left) : a + ((f(v) - f(least)) / (f(most) - f(least) || 1)) * (b - a));
}

function draw() {
  const width = Math.max($("plot").clientWidth, 300), height = Math.round(Math.min(470, Math.max(330, width * 0.64)));
  const left = 76, right = width - 12, top = 16, bottom = height - 52;
  const losses = points.map((p) => value(p, loss)), low = Math.min(...losses), high = Math.max(...losses);
  // Zero belongs on the axis, unless all points crowd far away from it.
  const y0 = low > 0.75 * high && high > low ? low - (high - low) * 0.1 : Math.min(0, low);
  const y1 = high > y0 ? high + (high - y0) * 0.04 : y0 + 1;
  const x = horizontal(left + 12, right - 12), y = (v) => bottom - ((v - y0) / (y1 - y0)) * (bottom - top);
  const at = points.map((p) => [x(value(p, privacy)), y(value(p, loss))]);

  const axes = s("g", { "aria-hidden": "true" }), labels = [];
  const label = (text, cx, cy, anchor) => {
    const node = s("text", { x: cx, y: cy + 4, "text-anchor": anchor }, text), half = text.length * 3.6 + 5;
    const middle = anchor === "end" ? cx - half : cx;
    if (labels.some((l) => Math.abs(l.cy - cy) < 12 && Math.abs(l.middle - middle) < l.half + half)) return;
    labels.push({ node, middle, cy, half });
    axes.append(node);
  };
  for (const v of ticks(y0, y1, false, 6)) {
    axes.append(s("line", { class: "grid", x1: left, x2: right, y1: y(v), y2: y(v) }));
    label(grouped(v, 8), left - 10, y(v), "end");
  }
  for (const v of [...(unbounded ? [null] : []), ...(finite.length ? ticks(least, most, log, width / 110) : [])]) {
    axes.append(s("line", { class: "axis", x1: x(v), x2: x(v), y1: bottom, y2: bottom + 5 }));
    label(level(v), x(v), bottom + 18, "middle");
  }
  axes.append(s("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }),
    s("text", { class: "name", x: (left + right) / 2, y: height - 8, "text-anchor": "middle" }, `${letter} · more private →`),
    s("text", { class: "name", transform: `translate(11 ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle" },
      `${loss.name} · more ${loss.goal === "max" ? "useful" : "lost"} →`));

  // A level between two points costs what the next more private point costs: first up, then right.
  const rising = [...plane].reverse(), light = [...points.keys()].filter((i) => !plane.has(i));
  const path = rising.map((i, n) => (n ? `V${at[i][1]}H${at[i][0]}` : `M${at[i]}`)).join("");
  const edge = loss.goal === "max" ? top : bottom;
  const behind = s("g", { "aria-hidden": "true" },
    s("path", { class: "beyond", d: `M${left} ${edge}V${at[rising[0]][1]}${path.replace("M", "L")}V${edge}Z` }));
  for (const { from, to } of advice.flat) {
    const [a, b] = [at[from][0], at[to][0]].sort((p, q) => p - q);
    behind.append(s("rect", { class: "flat", x: a - 4, width: b - a + 8, y: top, height: bottom - top }),
      s("line", { class: "flat-edge", x1: a - 4, x2: b + 4, y1: bottom - 2, y2: bottom - 2 }));
  }

  const r = plane.size > 250 ? 2.2 : plane.size > 90 ? 3 : 4.5, d = r + 3;
  const nodes = points.map((p, i) => {
    const [cx, cy] = at[i], knee = i === advice.knee, beside = cx < left + 50;
    const named = { role: "option", "aria-label": spoken(p, i), focus: () => hover(i), blur: () => hover(null) };
    const kind = knee ? "pt knee" : plane.has(i) ? "pt" : "pt light";
    return s("g", { ...named, class: kind }, s("circle", { class: "ring", cx, cy, r: d + 4 }),
      knee ? s("path", { class: "mark", d: `M${cx} ${cy - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z` })
        : s("circle", { class: "mark", cx, cy, r: plane.has(i) ? r : Math.min(r, 2.6) }),
      knee ? s("text", { class: "knee-name", x: cx + (beside ? 14 : -12), y: cy + (beside ? 5 : -12),
        "text-anchor": beside ? "start" : "end" }, "knee") : null);
  });
  const guides = s("g", { "aria-hidden": "true" });
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": $("chart-note").textContent,
    keydown: steer, pointermove: (e) => hover(nearest(e)), pointerleave: () => hover(null),
    click: (e) => { choose(nearest(e)); chart.nodes[chosen].focus({ preventScroll: true }); } },
  behind, axes, s("path", { class: "step", d: path, "aria-hidden": "true" }), guides,
  s("g", { role: "listbox", "aria-orientation": "horizontal", "aria-label": "Trade-offs, from least to most private" },
    ...light.map((i) => nodes[i]), ...rising.map((i) => nodes[i])));

  const focused = chart && chart.nodes.includes(document.activeElement);
  const tip = h("div", { class: "tip", hidden: "", "aria-hidden": "true" });
  $("plot").replaceChildren(svg, tip);
  chart = { svg, tip, nodes, at, guides, labels, left, bottom, width, height, hot: null };
  mark();
  if (focused) nodes[chosen].focus({ preventScroll: true });
}

function nearest(event) {
  const box = chart.svg.getBoundingClientRect(), zoom = chart.width / box.width;
  const [px, py] = [(event.clientX - box.left) * zoom, (event.clientY - box.top) * zoom];
  const distance = ([cx, cy]) => (cx - px) ** 2 + (cy - py) ** 2;
  return chart.at.reduce((best, point, i) => (distance(point) < distance(chart.at[best]) ? i : best), 0);
}

function hover(i) {
  chart.nodes[chart.hot]?.classList.remove("hot");
  chart.nodes[i]?.classList.add("hot");
  chart.hot = i;
  chart.tip.hidden = i === null;
  if (i === null) return;
  const p = points[i], room = $("plot").clientWidth, [cx, cy] = chart.at[i].map((v) => (v * room) / chart.width);
  chart.tip.replaceChildren(h("b", null, `${letter} = ${show(p, privacy)}`), i === advice.knee ? " · the knee" : "",
    ...[loss, ...further].map((o) => h("div", null, said(p, o))),
    h("div", null, `${count(p.suppressed, "row")} suppressed (${share(p.suppressed, front.rows)})`),
    h("div", null, p.levels ? "levels " : "groups ", h("code", null, vector(p))));
  const { offsetWidth: wide, offsetHeight: tall } = chart.tip;
  chart.tip.style.left = `${Math.max(0, Math.min(cx - wide / 2, room - wide))}px`;
  chart.tip.style.top = `${cy - tall - 16 < -20 ? cy + 16 : cy - tall - 16}px`;
}

/** The next more private point of the staircase, and the next less private one. Points come by falling privacy. */
function neighbours(i) {
  const line = [...plane], here = value(points[i], privacy), level = (n) => value(points[n], privacy) === here;
  return { more: line.findLast((n) => n < i && !level(n)), less: line.find((n) => n > i && !level(n)) };
}

function steer(event) {
  const { more, less } = neighbours(chosen), line = [...plane];
  const to = { ArrowRight: more, ArrowUp: more, ArrowLeft: less, ArrowDown: less, Home: line.at(-1), End: line[0] };
  if (event.key === "Escape") hover(null);
  if (!(event.key in to)) return;
  event.preventDefault();
  choose(to[event.key] ?? chosen);
  chart.nodes[chosen].focus();
}

/** Shows the chosen point in the chart: filled and ringed, with its values on both axes in place of the ticks there. */
function mark() {
  chart.nodes.forEach((node, i) => {
    node.classList.toggle("chosen", i === chosen);
    node.setAttribute("aria-selected", i === chosen);
    node.setAttribute("tabindex", i === chosen ? 0 : -1);
  });
  if (!plane.has(chosen)) chart.nodes[chosen].parentNode.append(chart.nodes[chosen]); // out of the crowd
  for (const { node } of chart.labels) node.removeAttribute("visibility");
  const chip = (text, middle, cy) => { // a middle of null: at the left axis
    const half = text.length * 3.5 + 7, inside = Math.min(Math.max(middle, half), chart.width - half);
    const cx = middle === null ? chart.left - 5 - half : inside;
    const hidden = chart.labels.filter((l) => Math.abs(l.cy - cy) < 16 && Math.abs(l.middle - cx) < half + l.half);
    for (const { node } of hidden) node.setAttribute("visibility", "hidden");
    return [s("rect", { class: "chip", x: cx - half, y: cy - 9, width: 2 * half, height: 18, rx: 5 }),
      s("text", { class: "chip-text", x: cx, y: cy + 4.5, "text-anchor": "middle" }, text)];
  };
  const [cx, cy] = chart.at[chosen], p = points[chosen];
  chart.guides.replaceChildren(s("path", { class: "guide", d: `M${chart.left} ${cy}H${cx}V${chart.bottom}` }),
    ...chip(show(p, loss), null, cy), ...chip(`${letter} = ${show(p, privacy)}`, cx, chart.bottom + 18));
}

// --- This release ------------------------------------------------------------------------------------------------

function choose(i) {
  chosen = i;
  mark();
  release();
  current();
}

function release() {
  const { more, less } = neighbours(chosen), i = chosen, p = points[i], rows = front.rows - p.suppressed, ties = p.ties || [], raw = p.raw?.[loss.name] ?? null;
  const step = (to, words, side) => {
    const q = points[to], go = () => { choose(to); $("release").querySelectorAll(".steps button")[side].focus(); };
    return h("button", { type: "button", disabled: q ? null : "", click: go }, words,
      h("span", null, q ? `${letter} = ${show(q, privacy)}, loss ${change(value(q, loss) - value(p, loss))}` : "none"));
  };
  const exact = (c) => (p.levels ? p.levels[c.name] === 0 : p.groups[c.name].length === c.groups[0]);
  const untouched = p.suppressed === 0 && quasi.every(exact);
  const models = [privacy, ...further.filter((o) => o.parameter)];
  const unbound = (o) => value(p, o) === null && o.goal === "min";
  const holds = models.filter((o) => !unbound(o)).map((o) => `${o.name} with ${o.parameter} = ${show(p, o)}`);
  const guarantee = (holds.length ? `It guarantees ${list(holds)}. ` : "")
    + models.filter(unbound).map((o) => `It guarantees nothing of ${o.name}: ${o.parameter} has no bound here.`).join(" ");
  const command = (data.command || "celosia release STUDY") + (front.question ? "" : ` --point ${i + 1}`); // a question names its point
  const facts = [p.classes && `${count(p.classes, "class", "classes")}, ${grouped(rows / p.classes, 1)} rows each on average.`,
    `${count(rows, "row")} released, ${grouped(p.suppressed)} suppressed.`,
    raw !== null && `${loss.name} before normalising: ${grouped(raw, 1)}.`,
    p.gap > 0 && `A release as private may lose up to ${cost(p.gap)} less: the search stopped early.`];
  $("release").replaceChildren(...[
    h("div", { class: "top" },
      h("h2", { id: "release-title" }, "This release", i === advice.knee ? h("span", { class: "tag" }, "◆ knee") : null),
      h("span", { class: "muted" }, `point ${i + 1} of ${points.length}`)),
    h("div", { class: further.length === 1 ? "big even" : "big" },
      h("div", null, h("b", null, show(p, privacy)), h("span", null, letter)),
      ...[loss, ...further].map((o) => h("div", null, h("b", null, show(p, o)), h("span", null, o.name))),
      h("div", null, h("b", null, share(p.suppressed, front.rows)), h("span", null, "rows suppressed"))),
    h("p", null, untouched ? "This is the table as it stands. " : "", `${guarantee.trim()} ${letter} says ${privacy.measures}.`),
    h("div", { class: "steps" }, step(less, "← Less private", 0), step(more, "More private →", 1)),
    h("table", { class: "shows" },
      h("thead", null, h("tr", null, ...["Column", "Will show", "Detail kept"].map((t) => h("th", { scope: "col" }, t)))),
      h("tbody", null, ...columns.map((c) => h("tr", null, h("th", { scope: "row" }, c.name), ...shown(c, p))))),
    h("p", { class: "facts" }, facts.filter(Boolean).join(" ")),
    h("div", { class: "command" }, h("code", null, command),
      h("button", { type: "button", "aria-label": "Copy the command", click: (e) => copy(command, e.currentTarget) }, "Copy")),
    ties.length ? h("details", null, h("summary", null, `${count(ties.length, "other choice")} of ${cuts ? "groups" : "levels"} with the same values`),
      ...ties.map((t) => h("div", null, h("code", null, vector(t)), ` · ${count(t.suppressed, "row")} suppressed`))) : null,
  ].filter(Boolean));
}

/** What a release shows of a column: an example, and how much of the detail is left. */
function shown(column, point) {
  const fates = { identifier: "left out: it names people", sensitive: "as it is (sensitive)", class: "as it is (to be predicted)",
    insensitive: "as it is, not protected" };
  if (column.role !== "quasi-identifier") return [h("td", { colspan: 2 }, fates[column.role] || column.role)];
  const meter = (kept, words) =>
    h("td", null, h("span", { class: "meter", style: `--kept:${kept}`, "aria-hidden": "true" }, h("i")), words);
  if (!point.levels) {
    const groups = point.groups[column.name], all = column.groups[0], [n, most] = [groups.length, 4];
    const named = groups.filter((label) => label !== "…"); // groups of few rows have no name here
    const words = n === all ? "exact" : n === 1 ? "hidden" : `${grouped(n)} groups of ${count(all, "value")}`;
    return [h("td", null, ...named.slice(0, most).map((label) => h("span", { class: "group" }, label)),
      named.length > most || named.length < n ? "…" : null), meter(all > 1 ? (n - 1) / (all - 1) : 1, words)];
  }
  const at = point.levels[column.name] ?? 0, top = column.groups.length - 1, example = column.examples || [];
  const words = at === 0 ? "exact" : column.groups[at] === 1 ? "hidden" : count(column.groups[at], "group");
  return [h("td", null, at ? h("span", { class: "was" }, `${example[0]} → `) : null, example[at]),
    meter(top ? (top - at) / top : 1, `${words} · level ${at} of ${top}`)];
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch { // no clipboard for this page: leave the command selected instead
    getSelection().selectAllChildren(button.previousSibling);
    button.textContent = "Ctrl+C";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

// --- All points --------------------------------------------------------------------------------------------------

const rank = new Map(points.map((p, i) => [p, i]));
const sorts = [["Point", (p) => rank.get(p)],
  ...[privacy, loss, ...further].map((o) => [o === privacy ? letter : o.name, (p) => value(p, o) ?? Infinity]),
  ...(gaps ? [["Gap", (p) => p.gap ?? Infinity]] : []), ["Suppressed", (p) => p.suppressed], ["Classes", (p) => p.classes ?? 0]];
let sorting = { by: 0, down: false }, rows = [];

function table() {
  const key = sorts[sorting.by][1];
  const order = [...points].sort((p, q) => (key(p) === key(q) ? 0 : key(p) < key(q) === sorting.down ? 1 : -1));
  const turn = (by) => {
    sorting = { by, down: sorting.by === by && !sorting.down };
    table();
    $("points").parentNode.scrollTop = 0;
    $("points").querySelectorAll("thead button")[by].focus();
  };
  const pick = (i) => { // on a small screen the release is out of sight
    choose(i);
    if (matchMedia("(max-width: 960px)").matches) $("release").scrollIntoView();
  };
  rows = points.map((p, i) => h("tr", { click: () => pick(i) },
    h("td", null, i === advice.knee ? h("span", { class: "knee-name", title: "knee" }, "◆ ") : null,
      h("button", { type: "button", "aria-label": `Show point ${i + 1}: ${spoken(p, i)}` }, String(i + 1))),
    ...[privacy, loss, ...further].map((o) => h("td", null, show(p, o))),
    gaps ? h("td", null, cost(p.gap)) : null, h("td", null, grouped(p.suppressed)), h("td", null, p.classes ? grouped(p.classes) : "–"),
    h("td", null, h("code", null, vector(p)))));
  const sorted = (by) => sorting.by === by && (sorting.down ? "descending" : "ascending");
  $("points").replaceChildren(
    h("thead", null, h("tr", null, ...sorts.map(([name], by) => h("th", { scope: "col", "aria-sort": sorted(by) },
      h("button", { type: "button", click: () => turn(by) }, name))),
    h("th", { scope: "col" }, points[0].levels ? "Levels" : "Groups"))),
    h("tbody", null, ...order.map((p) => rows[rank.get(p)])));
  current();
}

/** Marks the chosen point's row and brings it into view inside its box, without moving the page. */
function current() {
  rows.forEach((row, i) => row.setAttribute("aria-current", i === chosen));
  const { offsetTop: y, offsetHeight: tall } = rows[chosen], head = $("points").tHead.offsetHeight, box = $("points").parentNode;
  if (y - head < box.scrollTop || y + tall > box.scrollTop + box.clientHeight) box.scrollTop = y - head - 4 * tall;
}

// --- Words around it ---------------------------------------------------------------------------------------------

function words() {
  document.title = `${front.study}: what privacy costs`;
  $("title").textContent = `What privacy costs in “${front.study}”`;
  const names = list(front.objectives.map((o) => o.name.replace("suppressed-rows", "suppressed rows")));
  $("summary").textContent = `${front.question ? "One best trade-off, as asked," : count(points.length, "best trade-off")} between ${names} `
    + `for ${count(front.rows, "row")}, out of ${size} ways to coarsen ${count(quasi.length, "column")}.`;
  const done = search.complete, kind = done ? "badge" : "badge partial";
  const sign = () => h("i", { "aria-hidden": "true" }, done ? "✓" : "!");
  $("badge").className = kind;
  const proven = front.question ? "Proven: no better answer exists" : "Complete: no better trade-off is missing";
  $("badge").append(sign(), done ? proven : "Not complete: better trade-offs may exist");
  $("verdict").append(h("div", { class: kind }, sign(), h("div", null, done ? "Complete" : "Not complete", h("small", null, search.why))));
  $("advice").textContent = advice.sentences.join(" ").replaceAll(" = ", "\u00a0=\u00a0") || "Choose a point in the chart to see what it costs.";
  $("before").textContent = before ? `As the table stands, ${share(before.unique, 1)} of its rows are one of a kind, `
    + `and its ${count(before.classes, "class", "classes")} hold as few as ${count(before.k, "row")}.` : "";
  if (!done) $("chart-title").textContent = "The best trade-offs found";
  $("chart-note").textContent = `Each point is a release. ${letter} says ${privacy.measures}; ${loss.name} says ${loss.measures}.`
    + (plane.size < points.length ? " Light points are not best in these two, but thanks to a further objective." : "");
  $("table-note").textContent = `${points[0]?.levels ? "Levels" : "Numbers of groups"} in the order ${quasi.map((c) => c.name).join(", ")}.`;

  const limit = suppression?.limit ? `, at most ${count(suppression.limit, "row")} (${share(suppression.limit, front.rows)})` : "";
  const seen = typeof front.space.size === "number" ? ` (${share(search.evaluated, front.space.size)})` : "";
  const facts = [["Search", search.algorithm],
    ["Looked at", `${grouped(search.evaluated)} of ${size} ${cuts ? "cuts" : "in the lattice"}${seen}`],
    ["Time", search.seconds >= 0 && `${grouped(search.seconds, 2)} s on ${count(search.threads || 1, "thread")}`],
    ["Rows", `${grouped(front.rows)}${front.distinct ? `, with ${grouped(front.distinct)} distinct combinations` : ""}`],
    ["Dropped", front.dropped && `${count(front.dropped, "row")} with missing values, before the search`],
    ["Suppression", suppression && suppression.rule + limit]];
  $("search").append(...facts.filter((f) => f[1]).map(([name, text]) => h("div", null, h("dt", null, name), h("dd", null, text))));
  $("notes").append(...notes.map((note) => h("li", null, note)));
  if (!notes.length) $("notes").replaceWith(h("p", { class: "muted" }, "celosia has no warnings about this study."));
  if (cuts) {
    $("word-level").replaceChildren(h("dt", null, "Group"), h("dd", null, "Values of a column that are shown as one. Each "
      + "column is cut into groups of its own, large where people are few and small where they are many. A group of fewer "
      + "than ten rows has no name in this report."));
  }
  $("words").prepend(...front.objectives.map((o) => h("div", null, h("dt", null, o.parameter ? `${o.name} (${o.parameter})` : o.name),
    h("dd", null, `Says ${o.measures}. ${o.goal === "max" ? "Larger" : "Smaller"} is more ${o.parameter ? "private" : "useful"}.`))));
  $("colophon").textContent = `Made by celosia ${data.version}. This file holds all that it shows: it loads nothing and sends nothing.`;

  const item = (text, ...marks) => h("li", null, s("svg", { viewBox: "0 0 26 16", "aria-hidden": "true" }, ...marks), text);
  const knee = s("g", { class: "pt knee" }, s("path", { class: "mark", d: "M13 2l6 6l-6 6l-6-6z" }));
  $("legend").append(...[
    item("the front: best releases", s("path", { class: "step", d: "M1 14V8H13V3H25" }), s("circle", { class: "mark", cx: 13, cy: 8, r: 3.5 })),
    plane.size < points.length && item("best thanks to a further objective",
      s("g", { class: "pt light" }, s("circle", { class: "mark", cx: 13, cy: 8, r: 2.6 }))),
    advice.knee !== null && item("knee: from here on, privacy gets dear", knee),
    advice.flat.length && item("flat: more privacy, almost free",
      s("rect", { class: "flat", width: 26, height: 16 }), s("line", { class: "flat-edge", x2: 26, y1: 14, y2: 14 })),
    item(done && !front.question ? "no release exists here" : "no release found here", s("rect", { class: "beyond", width: 26, height: 16 })),
  ].filter(Boolean));
}

// --- Taking it along ---------------------------------------------------------------------------------------------

function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: `${String(front.study).replace(/[^\w.-]+/g, "-")}-${name}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const looks = ["fill", "paint-order", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight"];
/** The chart on its own has no style sheet: each element takes its computed look along. */
function standalone() {
  const copied = chart.svg.cloneNode(true), originals = [chart.svg, ...chart.svg.querySelectorAll("*")];
  [copied, ...copied.querySelectorAll("*")].forEach((node, i) => {
    const look = getComputedStyle(originals[i]);
    for (const name of looks) node.setAttribute(name, look.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "aria-selected", "aria-hidden"]) node.removeAttribute(name);
  });
  copied.setAttribute("width", chart.width);
  copied.setAttribute("height", chart.height);
  copied.prepend(s("rect", { width: "100%", height: "100%", fill: getComputedStyle($("figure")).backgroundColor }));
  return new XMLSerializer().serializeToString(copied);
}

// --- Start -------------------------------------------------------------------------------------------------------

words();
if (points.length) {
  draw();
  release();
  table();
  new ResizeObserver(() => { if (Math.abs($("plot").clientWidth - chart.width) > 1) draw(); }).observe($("plot"));
  $("scale").hidden = !canLog;
  for (const input of document.getElementsByName("scale")) {
    input.checked = (input.value === "log") === log;
    input.addEventListener("change", () => { log = input.value === "log"; draw(); });
  }
  $("save-svg").addEventListener("click", () => save("front.svg", "image/svg+xml", standalone()));
  $("save-json").addEventListener("click", () => save("front.json", "application/json", JSON.stringify(front, null, 2)));
} else {
  $("advice").textContent = "The front is empty: no release stays within the limits of this study.";
  $("explore").remove();
}
