"use strict";
// The report draws itself from the JSON that celosia wrote into the page. Its parts follow one another in one script,
// in the order that html.rs has. Names and labels come from somebody's table and may hold anything, so they enter the
// page as text nodes only, never as markup.
//
// This part: what there is to show.

const data = JSON.parse(document.getElementById("data").textContent);
const { front, columns = [], notes = [], labels = [], before } = data;
const { points, search, suppression } = front;
const advice = { sentences: [], knee: null, flat: [], ...data.advice };
const [privacy, loss, ...others] = front.objectives; // the first two are the axes
const further = others.filter((o) => o.aim !== "rows"); // rows are shown for every point anyway
const plane = new Set(data.plane ?? points.keys()); // best by the first two alone; the others are drawn lighter
const quasi = columns.filter((c) => c.role === "quasi-identifier");
const letter = privacy.parameter || privacy.name;
const gaps = points.some((p) => p.gap !== undefined); // a search that stopped early says how far off it may be
/** What anything as private as a point loses at least, where that is known. */
function floor(i) {
  const { bound, gap } = points[i];
  return bound ?? (typeof gap === "number" ? Math.max(0, value(points[i], loss) - gap) : null);
}
let chosen = advice.knee ?? Math.floor(points.length / 2);

/** The next more private point of the staircase, and the next less private one. Points come by falling privacy. */
function neighbours(i) {
  const line = [...plane], here = value(points[i], privacy), level = (n) => value(points[n], privacy) === here;
  return { more: line.findLast((n) => n < i && !level(n)), less: line.find((n) => n > i && !level(n)) };
}

/** Shows a point everywhere. */
function choose(i) {
  chosen = i;
  mark();
  release();
  current();
}
