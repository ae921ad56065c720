// --- Words around it ---------------------------------------------------------------------------------------------

const done = search.complete;

function words() {
  document.title = `${front.study}: what privacy costs`;
  $("title").textContent = `What privacy costs in “${front.study}”`;
  const names = list(front.objectives.map((o) => o.name.replace("suppressed-rows", "suppressed rows")));
  const dropped = front.dropped ? ` of ${grouped(front.read)} (${share(front.dropped, front.read)} dropped for a `
    + "missing value)" : "";
  const found = front.question ? "One best trade-off, as asked," : count(points.length, "best trade-off");
  $("summary").textContent = `${found} between ${names} for ${count(front.rows, "row")}${dropped}, `
    + `${size ? `out of ${size} ways to coarsen` : "by ways to coarsen"} ${count(quasi.length, "column")}.`;
  const many = front.dropped_share > 0.05; // a proof about the rows that are left is no all-clear
  const kind = done && !many ? "badge" : "badge partial";
  const sign = () => h("i", { "aria-hidden": "true" }, done && !many ? "✓" : "!");
  $("badge").className = kind;
  const proven = front.question ? "Proven: no better answer exists" : "Complete: no better trade-off is missing";
  $("badge").append(sign(), (done ? proven : "Not complete: better trade-offs may exist")
    + (many ? `; ${share(front.dropped, front.read)} of all rows were dropped` : ""));
  $("verdict").append(h("div", { class: kind }, sign(),
    h("div", null, done ? "Complete" : "Not complete", h("small", null, search.why))));
  $("advice").textContent = advice.sentences.join(" ").replaceAll(" = ", "\u00a0=\u00a0")
    || "Choose a point in the chart to see what it costs.";
  $("before").textContent = before ? `As the table stands, ${share(before.unique, 1)} of its rows are one of a kind, `
    + `and its ${count(before.classes, "class", "classes")} hold as few as ${count(before.k, "row")}.` : "";
  if (!done) $("chart-title").textContent = "The best trade-offs found";
  const light = plane.size < points.length;
  $("chart-note").textContent = `Each point is a release. ${letter} says ${privacy.measures}; `
    + `${loss.name} says ${loss.measures}.`
    + (light ? " Light points are not best in these two, but thanks to a further objective." : "");
  $("pages").hidden = !light;
  $("table-note").textContent = "What each point shows of the columns; hidden ones stand last.";
  $("search").append(...searched().filter((f) => f[1]).map(([name, text]) =>
    h("div", null, h("dt", null, name), h("dd", null, text))));
  $("notes").append(...notes.map((note) => h("li", null, note)));
  if (!notes.length) $("notes").replaceWith(h("p", { class: "muted" }, "celosia has no warnings about this study."));
  $("colophon").textContent = `Made by celosia ${data.version}. `
    + "This file holds all that it shows: it loads nothing and sends nothing.";
}

/** What the search did. */
function searched() {
  const [noun, all] = suppression?.limit_counts === "persons" ? ["person", front.persons] : ["row", front.rows];
  const part = suppression?.limit && share(suppression.limit, all);
  const limit = part ? `, at most ${count(suppression.limit, noun)} (${part})` : "";
  const seen = typeof front.space.size === "number" ? ` (${share(search.evaluated, front.space.size)})` : "";
  const distinct = front.distinct ? `, with ${grouped(front.distinct)} distinct combinations` : "";
  return [["Search", search.algorithm],
    ["Looked at", `${grouped(search.evaluated)} ${size ? `of ${size} ` : ""}${space.points}${seen}`],
    ["Time", search.seconds >= 0 && `${grouped(search.seconds, 2)} s on ${count(search.threads || 1, "thread")}`],
    ["Rows", `${grouped(front.rows)}${distinct}`],
    ["Dropped", front.dropped && `${count(front.dropped, "row")} with missing values, before the search `
      + `(${share(front.dropped, front.read)} of all that were read)`],
    ["Suppression", suppression && suppression.rule + limit],
    ["Domains", front.domain === "leaves" && "losses count the leaves that hierarchies list, in the table or not"]];
}

/** The words that this front uses. */
function glossary() {
  if (space.shape === "groups") {
    $("word-level").replaceChildren(h("dt", null, "Group"), h("dd", null, "Values of a column that are shown as one. "
      + "Each column is cut into groups of its own, large where people are few and small where they are many. A "
      + "group of fewer than ten rows has no name in this report."));
  }
  $("labels").append(...labels.map(([label, rows]) =>
    h("div", null, h("dt", null, label), h("dd", null, rows))));
  const better = (o) => `${o.goal === "max" ? "Larger" : "Smaller"} is more ${o.parameter ? "private" : "useful"}.`;
  $("words").prepend(...front.objectives.map((o) => h("div", null,
    h("dt", null, o.parameter ? `${o.name} (${o.parameter})` : o.name),
    h("dd", null, `Says ${o.measures}. ${better(o)}`))));
}

function legend() {
  const item = (text, ...marks) =>
    h("li", null, s("svg", { viewBox: "0 0 26 16", "aria-hidden": "true" }, ...marks), text);
  const knee = s("g", { class: "pt knee" }, s("path", { class: "mark", d: "M13 2l6 6l-6 6l-6-6z" }));
  $("legend").append(...[
    item("the front: best releases", s("path", { class: "step", d: "M1 14V8H13V3H25" }),
      s("circle", { class: "mark", cx: 13, cy: 8, r: 3.5 })),
    plane.size < points.length && item("best thanks to a further objective",
      s("g", { class: "pt light" }, s("circle", { class: "mark", cx: 13, cy: 8, r: 2.6 }))),
    advice.knee !== null && item("knee: from here on, privacy gets dear", knee),
    advice.flat.length && item("flat: more privacy, almost free",
      s("rect", { class: "flat", width: 26, height: 16 }),
      s("line", { class: "flat-edge", x2: 26, y1: 14, y2: 14 })),
    points.some((_, i) => floor(i) !== null) && item(
      search.bound ? `no recoding whose labels are ${search.bound.labels} loses less`
        : "nothing as private loses less, by proof",
      s("path", { class: "bound", d: "M1 14H13V8H25" })),
    item(done && !front.question ? "no release exists here" : "no release found here",
      s("rect", { class: "beyond", width: 26, height: 16 })),
  ].filter(Boolean));
}
