"use strict";
(function () {
  const root = document.documentElement;
  root.classList.add("scripted");

  // Light or dark: the system's choice until the button is pressed.
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  }
  function label() {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", "Switch to " + button.textContent.toLowerCase() + " colours");
  }
  button.hidden = false;
  button.addEventListener("click", function () {
    root.dataset.theme = isDark() ? "light" : "dark";
    label();
  });
  system.addEventListener("change", label);
  label();

  // A figure as the rest of the page has it: four digits, all of those before the point.
  function figure(value) {
    return value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
  }

  function cell(best, tried, top) {
    const td = document.createElement("td");
    if (tried === 0) return td;
    td.title = tried + " tried";
    td.className = best > 0 ? "h" + Math.min(9, Math.floor(10 * best / top)) : "bad";
    td.textContent = best > 0 ? figure(best) : "failed";
    return td;
  }

  function head(text, scope) {
    const th = document.createElement("th");
    th.scope = scope;
    th.textContent = text;
    return th;
  }

  // The heat map for another pair of parameters.
  function draw(number, down, across) {
    const data = JSON.parse(document.getElementById("points" + number).textContent);
    const table = document.getElementById("map" + number);
    const width = data.values[across].length;
    const best = data.values[down].map(() => new Array(width).fill(0));
    const tried = data.values[down].map(() => new Array(width).fill(0));
    for (const point of data.points) {
      const row = point[down], column = point[across];
      tried[row][column]++;
      best[row][column] = Math.max(best[row][column], point[point.length - 1]);
    }
    table.caption.textContent = "Best GFLOP/s: " + data.names[down] + " down, " + data.names[across] + " across";
    const first = table.tHead.rows[0];
    first.replaceChildren(document.createElement("td"), ...data.values[across].map((word) => head(word, "col")));
    table.tBodies[0].replaceChildren(...data.values[down].map(function (word, row) {
      const tr = document.createElement("tr");
      tr.append(head(word, "row"));
      for (let column = 0; column < width; column++)
        tr.append(down === across && row !== column ? cell(0, 0, 1) : cell(best[row][column], tried[row][column], data.best));
      return tr;
    }));
  }
  for (const select of document.querySelectorAll("select[data-map]"))
    select.addEventListener("change", function () {
      const pair = document.querySelectorAll('select[data-map="' + select.dataset.map + '"]');
      draw(select.dataset.map, Number(pair[0].value), Number(pair[1].value));
    });
})();
