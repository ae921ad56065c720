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
/** The size of a space: a number, or text where it is too large for one ("about 2^130"), or unknown. */
const size = typeof front.space.size === "number" ? grouped(front.space.size)
  : front.space.size?.replace(/\^(\d+)/, (_, digits) => [...digits].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join(""));
const change = (v) => (v < 0 ? "−" : "+") + grouped(Number(Math.abs(v).toPrecision(2)), 12);
const value = (point, objective) => point.values[objective.name] ?? null;
const show = (point, objective) => (objective.parameter ? level : cost)(value(point, objective));
/** "t = 0.25", "discernibility 0.0153". */
const said = (point, o) => (o.parameter ? `${o === privacy ? letter : o.name} = ` : `${o.name} `) + show(point, o);
const list = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
const spoken = (p, i) => `${[privacy, loss, ...further].map((o) => said(p, o)).join(", ")}, `
  + `${count(p.suppressed, "row")} suppressed${i === advice.knee ? ", the knee" : ""}`;

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
