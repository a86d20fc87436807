"use strict";
// Shows the cells and charts that a reader asks for. What is asked stands in the address, after #, so that a view can
// be linked: #op=decode&codec=prost, and at=cells for the place to start at.
(function () {
  const form = document.getElementById("filter");
  if (!form) return;
  const look = document.getElementById("look");
  const selects = Array.from(form.querySelectorAll("select"));
  const tags = JSON.parse(document.getElementById("filter-tags").textContent);
  const count = document.getElementById("filter-count");
  const none = document.getElementById("filter-none");
  const cells = Array.from(document.querySelectorAll("#cells-table tbody tr"));
  const others = Array.from(look.querySelectorAll("tr[data-case]")).filter((row) => !cells.includes(row));
  const figures = Array.from(look.querySelectorAll("figure.chart-box"));

  const tagged = (name, tag) => !tag || (Object.hasOwn(tags, name) && tags[name].includes(tag));
  const fits = (element, asked, keys) =>
    keys.every((key) => !asked[key] || element.dataset[key] === undefined || element.dataset[key] === asked[key]);

  function asked() {
    return Object.fromEntries(selects.map((select) => [select.name, select.value]));
  }

  // Rows of a drawing move up where others left, and the drawing becomes as high as what it holds.
  function closeUp(svg, asked) {
    const rows = Array.from(svg.querySelectorAll("g[data-h]"));
    if (!rows.length) {
      for (const part of svg.querySelectorAll("g[data-codec]")) {
        part.classList.toggle("gone", !fits(part, asked, ["codec"]));
        part.style.display = part.classList.contains("gone") ? "none" : "";
      }
      return !asked.codec || svg.querySelector("g[data-codec]:not(.gone)") !== null;
    }
    if (!svg.dataset.full) {
      svg.dataset.full = svg.getAttribute("viewBox");
      for (const row of rows) row.dataset.y = /translate\(0 ([\d.]+)\)/.exec(row.getAttribute("transform"))[1];
    }
    const [, , wide, high] = svg.dataset.full.split(" ").map(Number);
    let gone = 0;
    let heading = null;
    let shown = 0;
    const put = (row, visible) => {
      row.style.display = visible ? "" : "none";
      if (!visible) gone += Number(row.dataset.h);
      else row.setAttribute("transform", `translate(0 ${Number(row.dataset.y) - gone})`);
    };
    // A heading stays where a row of its own does; where it does not is known at the next heading only.
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at];
      if (row.classList.contains("group")) {
        heading = row;
        let next = at + 1;
        while (next < rows.length && !rows[next].classList.contains("group") && !fits(rows[next], asked, ["codec", "wrap"])) next += 1;
        put(heading, next < rows.length && !rows[next].classList.contains("group"));
      } else {
        const visible = fits(row, asked, ["codec", "wrap"]);
        shown += visible ? 1 : 0;
        put(row, visible);
      }
    }
    svg.setAttribute("viewBox", `0 0 ${wide} ${high - gone}`);
    svg.setAttribute("height", high - gone);
    return shown > 0;
  }

  function show() {
    const want = asked();
    const visible = (row) => fits(row, want, ["case", "op", "codec", "wrap"]) && tagged(row.dataset.case, want.tag);
    let rows = 0;
    for (const row of cells) {
      row.hidden = !visible(row);
      rows += row.hidden ? 0 : 1;
    }
    for (const row of others) row.hidden = !visible(row);
    let charts = 0;
    for (const figure of figures) {
      const names = JSON.parse(figure.dataset.cases);
      const about = names.some((name) => (!want.case || name === want.case) && tagged(name, want.tag));
      const svg = figure.querySelector("svg.chart");
      const sweep = svg.querySelector("g[data-h]") === null;
      // A chart of taxes is about the whole message as base64 text.
      const wrapped = !sweep || !want.wrap || want.wrap === "base64" || want.wrap === "raw";
      const kept = about && wrapped && fits(figure, want, ["op"]) && closeUp(svg, want);
      figure.hidden = !kept;
      charts += kept ? 1 : 0;
    }
    count.textContent = `${rows} of ${cells.length} cells, ${charts} of ${figures.length} charts`;
    none.hidden = rows > 0;
  }

  function written(at) {
    const state = new URLSearchParams();
    if (at) state.set("at", at);
    for (const select of selects) if (select.value) state.set(select.name, select.value);
    return state.toString();
  }

  // A plain fragment is a place in the page, one with = is a view.
  function read() {
    const fragment = location.hash.slice(1);
    if (fragment && !fragment.includes("=")) {
      const state = written(fragment);
      if (state !== `at=${fragment}`) history.replaceState(null, "", `#${state}`);
      return;
    }
    const state = new URLSearchParams(fragment);
    for (const select of selects) {
      const value = state.get(select.name) || "";
      select.value = Array.from(select.options).some((option) => option.value === value) ? value : "";
    }
    show();
    const at = state.get("at");
    const place = at && document.getElementById(at);
    if (place) place.scrollIntoView();
  }

  function changed() {
    const state = written("");
    history.replaceState(null, "", state ? `#${state}` : location.pathname + location.search);
    show();
  }

  form.addEventListener("change", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    for (const select of selects) select.value = "";
    changed();
  });
  addEventListener("hashchange", read);
  for (const note of document.querySelectorAll(".without-script")) note.hidden = true;
  form.hidden = false;
  read();
})();
