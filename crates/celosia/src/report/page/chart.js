// --- The chart ---------------------------------------------------------------------------------------------------

const finite = points.map((p) => value(p, privacy)).filter((v) => v !== null);
const unbounded = finite.length < points.length;
const [least, most] = [Math.min(...finite), Math.max(...finite)];
const canLog = finite.length > 1 && least > 0 && most > least;
let log = canLog && privacy.goal === "max" && most / least > 20;
const PAPER = 640; // pixels across a page, as its text is sized
let chart = null; // what the last drawing placed, for choosing and hovering

/** More private is always to the right, whichever way the parameter counts; an infinite one has its own place. */
function horizontal(left, right) {
  const gutter = unbounded ? 46 : 0, up = privacy.goal === "max", f = log ? Math.log : (v) => v;
  const [a, b] = up ? [left, right - gutter] : [right, left + gutter];
  return (v) => (v === null ? (up ? right : left) : a + ((f(v) - f(least)) / (f(most) - f(least) || 1)) * (b - a));
}

function draw(room = $("plot").clientWidth) {
  const width = Math.max(room, 300), ratio = room === PAPER ? 0.5 : 0.64;
  const height = Math.round(Math.min(470, Math.max(310, width * ratio)));
  const left = 76, right = width - 12, top = 16, bottom = height - 52;
  const losses = points.map((p) => value(p, loss)), low = Math.min(...losses), high = Math.max(...losses);
  // Zero belongs on the axis, unless all points crowd far away from it.
  const y0 = low > 0.75 * high && high > low ? low - (high - low) * 0.1 : Math.min(0, low);
  const y1 = high > y0 ? high + (high - y0) * 0.04 : y0 + 1;
  const x = horizontal(left + 12, right - 12), y = (v) => bottom - ((v - y0) / (y1 - y0)) * (bottom - top);
  const at = points.map((p) => [x(value(p, privacy)), y(value(p, loss))]);
  const sheet = { width, height, left, right, top, bottom, x, y, y0, y1, at };

  const { axes, labels } = drawAxes(sheet), nodes = drawPoints(sheet);
  // A level between two points costs what the next more private point costs: first up, then right.
  const rising = [...plane].reverse(), light = [...points.keys()].filter((i) => !plane.has(i));
  const path = rising.map((i, n) => (n ? `V${at[i][1]}H${at[i][0]}` : `M${at[i]}`)).join("");
  const guides = s("g", { "aria-hidden": "true" });
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": $("chart-note").textContent,
    keydown: steer, pointermove: (e) => hover(nearest(e)), pointerleave: () => hover(null),
    click: (e) => { choose(nearest(e)); chart.nodes[chosen].focus({ preventScroll: true }); } },
  drawBehind(sheet, path, rising), axes, s("path", { class: "step", d: path, "aria-hidden": "true" }), guides,
  s("g", { role: "listbox", "aria-orientation": "horizontal",
    "aria-label": "Trade-offs, from least to most private" },
    ...light.map((i) => nodes[i]), ...rising.map((i) => nodes[i])));

  const focused = chart && chart.nodes.includes(document.activeElement);
  const tip = h("div", { class: "tip", hidden: "", "aria-hidden": "true" });
  $("plot").replaceChildren(svg, tip);
  chart = { svg, tip, nodes, at, guides, labels, left, bottom, width, height, hot: null };
  mark();
  if (focused) nodes[chosen].focus({ preventScroll: true });
}

/** Axes, with as many labels as there is room for. */
function drawAxes({ width, height, left, right, top, bottom, x, y, y0, y1 }) {
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
  const name = (attributes, text) => s("text", { class: "name", "text-anchor": "middle", ...attributes }, text);
  axes.append(s("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }),
    name({ x: (left + right) / 2, y: height - 8 }, `${letter} · more private →`),
    name({ transform: `translate(11 ${(top + bottom) / 2}) rotate(-90)` },
      `${loss.name} · more ${loss.goal === "max" ? "useful" : "lost"} →`));
  return { axes, labels };
}

/** Where no release is, and where privacy is nearly free. */
function drawBehind({ left, top, bottom, at, y }, path, rising) {
  const edge = loss.goal === "max" ? top : bottom;
  const behind = s("g", { "aria-hidden": "true" },
    s("path", { class: "beyond", d: `M${left} ${edge}V${at[rising[0]][1]}${path.replace("M", "L")}V${edge}Z` }));
  // What no recoding with such labels undercuts: between this line and the front more work may still help.
  // What is proven at one level holds for all that is more private, up to the next.
  const below = rising.filter((i) => floor(i) !== null).map((i) => [at[i][0], y(floor(i))]);
  if (below.length) {
    const line = below.map(([px, py], n) => (n ? `H${px}V${py}` : `M${px} ${py}`)).join("");
    behind.append(s("path", { class: "bound", d: line }));
  }
  for (const { from, to } of advice.flat) {
    const [a, b] = [at[from][0], at[to][0]].sort((p, q) => p - q);
    behind.append(s("rect", { class: "flat", x: a - 4, width: b - a + 8, y: top, height: bottom - top }),
      s("line", { class: "flat-edge", x1: a - 4, x2: b + 4, y1: bottom - 2, y2: bottom - 2 }));
  }
  // From here on the front is within the figures of a preset.
  for (const { id, from } of front.presets ?? []) {
    if (!from.point) continue;
    const cx = at[from.point - 1][0];
    behind.append(s("line", { class: "preset", x1: cx, x2: cx, y1: top, y2: bottom }),
      s("text", { class: "preset-name", x: cx + 4, y: top + 10 }, id));
  }
  return behind;
}

/** A mark for each point; the knee is a diamond with its name. */
function drawPoints({ left, at }) {
  const r = plane.size > 250 ? 2.2 : plane.size > 90 ? 3 : 4.5, d = r + 3;
  return points.map((p, i) => {
    const [cx, cy] = at[i], knee = i === advice.knee, beside = cx < left + 50;
    const named = { role: "option", "aria-label": spoken(p, i), focus: () => hover(i), blur: () => hover(null) };
    const kind = knee ? "pt knee" : plane.has(i) ? "pt" : "pt light";
    return s("g", { ...named, class: kind }, s("circle", { class: "ring", cx, cy, r: d + 4 }),
      knee ? s("path", { class: "mark", d: `M${cx} ${cy - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z` })
        : s("circle", { class: "mark", cx, cy, r: plane.has(i) ? r : Math.min(r, 2.6) }),
      knee ? s("text", { class: "knee-name", x: cx + (beside ? 14 : -12), y: cy + (beside ? 5 : -12),
        "text-anchor": beside ? "start" : "end" }, "knee") : null);
  });
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
    h("div", null, inWords(p)));
  const { offsetWidth: wide, offsetHeight: tall } = chart.tip;
  chart.tip.style.left = `${Math.max(0, Math.min(cx - wide / 2, room - wide))}px`;
  chart.tip.style.top = `${cy - tall - 16 < -20 ? cy + 16 : cy - tall - 16}px`;
}

/** Walks along the staircase; page by page also to the points beside it, by their numbers. */
function steer(event) {
  const { more, less } = neighbours(chosen), line = [...plane];
  const to = { ArrowRight: more, ArrowUp: more, ArrowLeft: less, ArrowDown: less, Home: line.at(-1), End: line[0],
    PageUp: Math.max(0, chosen - 1), PageDown: Math.min(points.length - 1, chosen + 1) };
  if (event.key === "Escape") hover(null);
  if (!(event.key in to) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  choose(to[event.key] ?? chosen);
  chart.nodes[chosen].focus();
}

/** Shows the chosen point in the chart: filled and ringed, with its values on both axes in place of ticks there. */
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
