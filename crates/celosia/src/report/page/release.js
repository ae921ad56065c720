// --- This release: the chosen point --------------------------------------------------------------------------------

function release() {
  const i = chosen, p = points[i], { more, less } = neighbours(i), ties = p.ties || [];
  const command = commandOf(i);
  const step = (to, words, side) => {
    const q = points[to], go = () => { choose(to); $("release").querySelectorAll(".steps button")[side].focus(); };
    const rise = q && change(value(q, loss) - value(p, loss));
    return h("button", { type: "button", disabled: q ? null : "", click: go }, words,
      h("span", null, q ? `${letter} = ${show(q, privacy)}, loss ${rise}` : "none"));
  };
  const big = (number, name) => h("div", null, h("b", null, number), h("span", null, name));
  const untouched = p.suppressed === 0 && quasi.every((c) => shape(p).exact(p, c));
  const head = ["Column", "Will show", "Detail kept"].map((text) => h("th", { scope: "col" }, text));
  $("release").replaceChildren(...[
    h("div", { class: "top" },
      h("h2", { id: "release-title" }, "This release",
        i === advice.knee ? h("span", { class: "tag" }, "◆ knee") : null),
      h("span", { class: "muted" }, `point ${i + 1} of ${points.length}`)),
    h("div", { class: ["big", "big even"][further.length] ?? "big many" }, big(show(p, privacy), letter),
      ...[loss, ...further].map((o) => big(show(p, o), o.name)),
      big(share(p.suppressed, front.rows), "rows suppressed")),
    h("p", null, untouched ? "This is the table as it stands. " : "", guarantee(p)),
    h("div", { class: "steps" }, step(less, "← Less private", 0), step(more, "More private →", 1)),
    h("table", { class: "shows" }, h("thead", null, h("tr", null, ...head)),
      h("tbody", null, ...columns.map((c) => h("tr", null, h("th", { scope: "row" }, c.name), ...shown(c, p))))),
    h("p", { class: "facts" }, facts(p)),
    h("div", { class: "command" }, h("code", { tabindex: 0 }, ...apart(command)),
      h("button", { type: "button", "aria-label": "Copy the command", click: (e) => copy(command, e.currentTarget) },
        "Copy")),
    ties.length ? h("details", null,
      h("summary", null, `${count(ties.length, "other choice")} with the same values`),
      ...ties.map((t) =>
        h("div", { class: "tie" }, `${inWords(t, p)} · ${count(t.suppressed, "row")} suppressed`)))
      : null,
  ].filter(Boolean));
  const code = $("release").querySelector(".command code");
  code.scrollTop = code.scrollHeight; // the point is named last
}

/** What a reader would type; a question names its point by itself. */
const commandOf = (i) => (data.command || "celosia release STUDY") + (front.question ? "" : ` --point ${i + 1}`);

/** The words of a command, each of which stays in one piece where it fits. */
const apart = (command) => command.split(" ").flatMap((word, n) => [n ? " " : "", h("span", null, word)]);

/** What the release promises, and what it does not. */
function guarantee(p) {
  const models = [privacy, ...further.filter((o) => o.parameter)];
  const unbound = (o) => value(p, o) === null && o.goal === "min";
  const holds = models.filter((o) => !unbound(o)).map((o) => `${o.name} with ${o.parameter} = ${show(p, o)}`);
  const nothing = (o) => `It guarantees nothing of ${o.name}: ${o.parameter} has no bound here.`;
  return [holds.length && `It guarantees ${list(holds)}.`, ...models.filter(unbound).map(nothing),
    `${letter} says ${privacy.measures}.`].filter(Boolean).join(" ");
}

function facts(p) {
  const rows = front.rows - p.suppressed, raw = p.raw?.[loss.name] ?? null;
  const classes = p.classes && count(p.classes, "class", "classes");
  return [classes && `${classes}, ${grouped(rows / p.classes, 1)} rows each on average.`,
    `${count(rows, "row")} released, ${grouped(p.suppressed)} suppressed.`,
    raw !== null && `${loss.name} before normalising: ${grouped(raw, 1)}.`,
    p.gap > 0 && `A release as private may lose up to ${cost(p.gap)} less: the search stopped early.`,
  ].filter(Boolean).join(" ");
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
