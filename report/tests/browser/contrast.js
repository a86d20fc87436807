// Texts and marks that stand out too little against what is behind them, by WCAG 2.2: 4.5 for text, 3 for large text and
// for graphics. The value of this script is a list of complaints.
(() => {
  const channels = (colour) => {
    const parts = /^rgba?\(([^)]+)\)$/.exec(colour);
    return parts ? parts[1].split(/[ ,/]+/).map(Number) : null;
  };
  const luminance = ([red, green, blue]) => {
    const linear = [red, green, blue].map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const ratio = (a, b) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const opaque = (colour) => colour && (colour.length < 4 || colour[3] === 1);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour && !(colour.length === 4 && colour[3] === 0)) return colour;
    }
    return [255, 255, 255];
  };
  const complaints = [];
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || ["SCRIPT", "STYLE", "title", "desc"].includes(element.tagName)) continue;
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const svg = element instanceof SVGElement;
    const colour = channels(svg ? style.fill : style.color);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const found = opaque(colour) ? ratio(colour, ground(element)) : 0;
    texts += 1;
    if (found < (large ? 3 : 4.5)) complaints.push(`${found.toFixed(2)}: ${element.tagName}.${element.getAttribute("class")}: ${walker.currentNode.textContent.slice(0, 40)}`);
  }
  let marks = 0;
  for (const mark of document.querySelectorAll("svg use, svg .part-codec, svg .part-base64, svg .series, svg .interval, svg .crossover, svg .launch, svg .added, svg .less, input, select, button")) {
    if (!mark.checkVisibility()) continue;
    const style = getComputedStyle(mark);
    const of = mark instanceof SVGElement ? [style.fill, style.stroke] : [style.borderTopColor];
    const best = Math.max(0, ...of.map(channels).filter(opaque).map((colour) => ratio(colour, ground(mark))));
    marks += 1;
    if (best < 3) complaints.push(`${best.toFixed(2)}: ${mark.tagName}.${mark.getAttribute("class")}`);
  }
  if (texts < 1000 || marks < 300) complaints.push(`only ${texts} texts and ${marks} marks were looked at`);
  return [...new Set(complaints)].slice(0, 20);
})();
