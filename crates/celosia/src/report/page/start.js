// --- Taking it along ---------------------------------------------------------------------------------------------

function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: `${String(front.study).replace(/[^\w.-]+/g, "-")}-${name}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const looks = ["fill", "paint-order", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family",
  "font-size", "font-weight"];
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
glossary();
if (points.length) {
  legend();
  draw();
  release();
  table();
  new ResizeObserver(() => { if (Math.abs($("plot").clientWidth - chart.width) > 1) draw(); }).observe($("plot"));
  addEventListener("beforeprint", () => draw(PAPER));
  addEventListener("afterprint", () => draw());
  $("scale").hidden = !canLog;
  for (const input of document.getElementsByName("scale")) {
    input.checked = (input.value === "log") === log;
    input.addEventListener("change", () => { log = input.value === "log"; draw(); });
  }
  $("save-svg").addEventListener("click", () => save("front.svg", "image/svg+xml", standalone()));
  $("save-json").addEventListener("click", () =>
    save("front.json", "application/json", JSON.stringify(front, null, 2)));
} else {
  $("advice").textContent = "The front is empty: no release stays within the limits of this study.";
  $("explore").remove();
}
