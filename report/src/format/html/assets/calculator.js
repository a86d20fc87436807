// Computes what a message of the reader's own would cost, from the lines that the page holds.
(function () {
  const form = document.getElementById("calculator");
  if (!form) return;
  const model = JSON.parse(document.getElementById("calc-data").textContent);
  const field = (name) => document.getElementById(`calc-${name}`);
  const line = (fit, bytes) => Math.max(0, fit.fixed + fit.slope * bytes);

  // Three digits that count, as elsewhere on the page.
  function digits(x) {
    if (!Number.isFinite(x)) return "-";
    if (x === 0) return "0";
    const places = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(x)) + 0.0005)));
    return x.toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });
  }
  function size(bytes) {
    const units = [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 1024]];
    const unit = units.find(([, scale]) => bytes >= scale);
    return unit ? `${digits(bytes / unit[1])} ${unit[0]}` : `${Math.round(bytes)} B`;
  }
  const percent = (share) => `${Math.round(share * 100)} %`;

  function put(name, value, words) {
    field(name).value = String(value);
    field(name).textContent = words;
  }

  function number(name, low, high) {
    const input = field(name);
    if (!input) return null;
    const value = input.value.trim() === "" ? NaN : Number(input.value);
    const good = Number.isFinite(value) && value >= low && value <= high;
    input.setAttribute("aria-invalid", String(!good));
    return good ? value : NaN;
  }

  function compute() {
    const bytes = number("size", 1, 2 ** 31);
    const percentage = number("share", 0, 100);
    const share = percentage === null ? 1 : percentage / 100;
    const rate = number("rate", 0, 1e12);
    const [codec, op, wrap] = [field("codec").value, field("op").value, field("wrap").value];
    const fit = model.fits.find((fit) => fit.codec === codec && fit.op === op);
    const added = fit && fit.added.find((added) => added.wrap === wrap);
    const said = { range: "", residual: "", warning: "" };
    const say = () => {
      for (const name of Object.keys(said)) field(name).textContent = said[name];
    };
    for (const name of ["cores", "part", "bare"]) put(name, "", "-");
    if ([bytes, share, rate].some(Number.isNaN)) {
      said.warning = "Enter a size from 1 byte to 2 GiB, a share from 0 to 100 % and a rate of 0 or more.";
      return say();
    }
    if (!added) {
      said.warning = `This run has no fit for ${codec}, ${op} and ${wrap}: it was not measured at three sizes or more.`;
      return say();
    }
    const rests = model.rests.filter((rest) => rest.codec === codec && rest.op === op);
    const rest = rests.find((rest) => rest.case === (field("rest") || {}).value);
    if (share < 1 && !rest) {
      said.warning = `The case chosen for the rest was not measured with ${codec}, ${op}; choose another, or a share of 100 %.`;
      return say();
    }
    const raw = (price) => share * line(fit.raw, bytes) + (1 - share) * price * bytes;
    const inFields = share * bytes;
    const base64 = line(added.fit, added.fields ? inFields : bytes);
    const cores = (nanos) => (rate * nanos) / 1e9;
    const bare = raw(rest ? rest.price : 0);
    const whole = bare + base64;
    const part = whole > 0 ? base64 / whole : 0;
    // As elsewhere on the page, ~ marks what is known to within five per cent at best.
    const rough = (...fits) => (fits.some((fit) => Math.abs(fit.worst) > 0.05) || share < 1 || added.scaled ? "~" : "");
    put("cores", cores(whole), rough(fit.raw, added.fit) + digits(cores(whole)));
    put("part", part, rough(fit.raw, added.fit) + percent(part));
    put("bare", cores(bare), rough(fit.raw) + digits(cores(bare)));
    if (share < 1) {
      const prices = rests.map((rest) => rest.price);
      const ends = [Math.min(...prices), Math.max(...prices)].map(raw);
      const parts = ends.map((end) => base64 / (end + base64));
      said.range = `With the cheapest and the dearest case for the rest: ${digits(cores(ends[0] + base64))} to ${digits(cores(ends[1] + base64))} cores, of it ${percent(parts[1])} to ${percent(parts[0])} base64.`;
    }
    const residual = (fit) => `${percent(fit.typical)} in the median, ${percent(Math.abs(fit.worst))} at worst (${size(fit.at)})`;
    said.residual = `Residuals of the line for raw: ${residual(fit.raw)}; for what base64 adds: ${residual(added.fit)}. They rest on ${fit.raw.sizes} and ${added.fit.sizes} sizes, ${size(fit.raw.low)} to ${size(fit.raw.high)} on the wire.`;
    if (added.scaled) {
      said.residual += ` The sweep does not have this engine: its line is the default engine's times ${digits(added.scaled.factor)}, as measured at ${added.scaled.case}; that it is so at every size is an assumption.`;
    }
    const outside = (x, fit) => x < fit.low || x > fit.high;
    if (outside(bytes, fit.raw) || outside(added.fields ? inFields : bytes, added.fit)) {
      said.warning = `This extrapolates: the lines rest on messages of ${size(fit.raw.low)} to ${size(fit.raw.high)}` +
        `, what base64 adds on ${size(added.fit.low)} to ${size(added.fit.high)}${added.fields ? " in bytes fields" : ""}.`;
    }
    say();
  }

  form.addEventListener("input", compute);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  document.getElementById("calc-answer").hidden = false;
  compute();
})();
