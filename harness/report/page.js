"use strict";
// Draws the page from the model, whose members harness/report/internal.h lists. Records become runs, ratios,
// errors and failures first. Each section returns its elements; it is shown where there are some. Whatever is a text of others goes through `clean` and becomes a
// text of the page, never markup.
(function () {
  const model = JSON.parse(document.getElementById("model").textContent);
  // ------------------------------------------------------------------------------------ elements

  // Drops control characters but those that a log is made of.
  const clean = (text) => String(text).replace(/[\0-\x08\x0b-\x1f\x7f]/g, "");

  function fill(node, attributes, children) {
    for (const name in attributes)
      if (attributes[name] !== undefined) node.setAttribute(name, attributes[name]);
    for (const child of children) node.append(typeof child === "object" ? child : clean(child));
    return node;
  }
  const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
  const shape = (name, attributes, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
  const hint = (...words) => el("p", {class: "hint"}, ...words);
  const fold = (words, ...children) => el("details", {}, el("summary", {}, words), ...children);

  // Four digits, all of those before the point.
  function figure(value) {
    const short = Number(value.toPrecision(4)), size = Math.abs(value);
    return size >= 1000 ? value.toFixed(0) : size < 1e-4 && size > 0 ? short.toExponential() : String(short);
  }
  const size = (of) => of.m === undefined ? "" : `${of.m} × ${of.n} × ${of.k}`;
  const share = (part, whole) => whole > 0 ? part / whole : 0;
  const percent = (part) => (100 * part).toFixed(1) + "\u00a0%";

  // ------------------------------------------------------------------------------------ tables

  // Options stay in one piece where lines break.
  const code = (text) => el("code", {}, ...text.split(/ (?=--)/).flatMap((part, i) => i > 0 ? [" ", el("span", {}, part)]
    : [el("span", {}, part)]));
  const noted = (text, note) => note ? [code(text), el("br"), el("small", {}, note)] : [code(text)];
  const broken = (path) => (path.match(/[^/]+\/?|\//g) ?? []).flatMap((part, i) => i > 0 ? [el("wbr"), part] : [part]);

  const cell = (...children) => el("td", {}, ...children);
  const kernelCell = (text, note) => cell(...noted(text, note));
  const pathCell = (path) => cell(...broken(path));
  const right = (...children) => el("td", {class: "n"}, ...children);
  // What is shown is rounded; the element says the value.
  const numberCell = (value) =>
    value >= 0 ? right(el("data", {value}, figure(value))) : right("–");
  const percentCell = (part) =>
    part > 0 && Number.isFinite(part) ? right(el("data", {value: part}, percent(part)), part > 1 ? " above" : "") : right("–");
  const rowHead = (text) => el("th", {scope: "row"}, text);
  const columnHead = (text) => text.startsWith("#") ? el("th", {scope: "col", class: "n"}, text.slice(1))
    : el("th", {scope: "col"}, text);

  const ROWS = 500; // of a table at first; whoever comes to its end, and paper, has all

  // A table in a box that scrolls by itself: a row, or several, for each item. Columns that begin with # have
  // numbers.
  function table(caption, columns, items, rows, kind) {
    const body = el("tbody");
    let shown = 0;
    for (const item of items) if (item.session !== undefined) use(item);
    function more(most) {
      for (; shown < Math.min(items.length, most); shown++) body.append(...[rows(items[shown])].flat());
      if (shown < items.length) seen.observe(body.lastElementChild);
    }
    const seen = new IntersectionObserver(function (entries) {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      more(shown + ROWS);
    });
    more(ROWS);
    if (shown < items.length) addEventListener("beforeprint", () => more(Infinity));
    return el("div", {class: "box", tabindex: 0, role: "region", "aria-label": clean(caption)},
      el("table", {class: kind}, el("caption", {}, el("span", {}, caption)),
        el("thead", {}, el("tr", {}, ...columns.map((column) => typeof column === "string" ? columnHead(column) : column))),
          body));
  }
  const MNK = "M × N × K";

  // ------------------------------------------------------------------------------------ pictures

  // A picture, once for wide and once for narrow pages: `draw` fills it and returns its height.
  function picture(title, draw) {
    return [["wide", 960], ["narrow", 358]].map(function ([kind, width]) {
      const svg = shape("svg", {viewBox: "0 0 1 1", width, role: "img"}, shape("title", {}, title));
      svg.setAttribute("viewBox", `0 0 ${width} ${Math.round(draw(svg, width))}`);
      return el("div", {class: kind}, svg);
    });
  }

  const at = (value) => (Math.abs(value) < 1e6 ? value : 0).toFixed(1); // whatever the figures are, a length is a number
  const wide = (text, letters) => 0.6 * letters * text.length; // pixels of letters of that size, about
  function line(svg, x1, y1, x2, y2, kind) {
    svg.append(shape("line", {x1: at(x1), y1: at(y1), x2: at(x2), y2: at(y2), class: kind}));
  }
  function label(svg, x, y, kind, anchor, text) {
    svg.append(shape("text", {x: at(x), y: at(y), class: kind, "text-anchor": anchor}, text));
  }
  function upwards(svg, y, text) {
    svg.append(shape("text", {transform: `translate(22 ${at(y)}) rotate(-90)`, class: "small", "text-anchor": "middle"}, text));
  }
  function path(svg, points, kind) {
    if (points.length > 1) svg.append(shape("path", {class: kind,
      d: "M" + points.map(([x, y]) => at(x) + " " + at(y)).join(" L")}));
  }
  // The start of a text that fits into a width, with dots behind it.
  function fit(text, width, letters) {
    const most = Math.floor(width / (0.6 * letters));
    return text.length <= most ? text : most < 8 ? "" : text.slice(0, most - 3) + "...";
  }

  // A mark, of a shape of its own for each series.
  const MARKS = ["-5,0 -3.5,-3.5 0,-5 3.5,-3.5 5,0 3.5,3.5 0,5 -3.5,3.5", "-4.4,-4.4 4.4,-4.4 4.4,4.4 -4.4,4.4",
    "0,-5.6 5.2,4 -5.2,4", "0,-6 6,0 0,6 -6,0"];
  function mark(svg, x, y, series, words) {
    svg.append(shape("polygon", {transform: `translate(${at(x)} ${at(y)})`, points: MARKS[series % 4], class: "c" + series % 8},
      ...(words ? [shape("title", {}, words)] : [])));
  }
  // Marks of a picture; of those of a series on one spot the first: a pixel, or where there are thousands,
  // eight.
  function marker(svg, count) {
    const taken = new Set(), pixels = count > 5000 ? 8 : 1;
    return function (x, y, series, words) {
      const spot = `${series} ${Math.round(x / pixels)} ${Math.round(y / pixels)}`;
      if (!taken.has(spot)) mark(svg, x, y, series, words());
      taken.add(spot);
    };
  }
  const legend = (names) => el("ul", {class: "legend"}, ...names.map(function (name, i) {
    const svg = shape("svg", {viewBox: "-7 -7 14 14", width: 14, "aria-hidden": "true"});
    mark(svg, 0, 0, i);
    return el("li", {}, svg, el("span", {}, name));
  }));

  // An axis from 0: its end, and its marks, 1, 2 or 5 times a power of ten apart. It ends at a mark, or where
  // the best value is above a third of the peak (`always`: in any case), at the mark above the peak.
  function axisTo(best, peak, always) {
    const shown = peak > 0 && (always || best > peak / 3);
    const most = Math.max(shown && peak > best ? peak : best > 0 ? best : 1, 1e-300);
    const power = 10 ** Math.floor(Math.log10(most)), times = most / power;
    const step = times < 2 ? power / 5 : times < 5 ? power / 2 : power, count = Math.ceil(most / step - 1e-6);
    const marks = Array.from({length: Math.min(count, 12) + 1 || 1}, (_, i) => Number((i * step).toPrecision(12)));
    return {most: count * step, marks, peak: shown ? peak : 0};
  }

  // The axis of values that grow to the right, below a field, with its lines through the field and the peak.
  function across(svg, axis, field, unit, peak, width) {
    const bottom = field.top + field.high, place = (value) => field.left + value / axis.most * field.wide;
    for (const value of axis.marks) {
      line(svg, place(value), field.top, place(value), bottom, value === 0 ? "axis" : "grid");
      label(svg, place(value), bottom + 16, "small", "middle", figure(value));
    }
    label(svg, field.left + field.wide / 2, bottom + 34, "small", "middle", unit);
    if (axis.peak > 0) {
      const words = `${peak} ${figure(axis.peak)}`, x = place(axis.peak), left = x + 6 + wide(words, 12) > width;
      line(svg, x, field.top - 4, x, bottom, "peak");
      label(svg, left ? x - 6 : x + 6, field.top + 6, "small", left ? "end" : "start", words);
    }
    return place;
  }

  // The axis of values that stand upright, with its lines across the field and the peak.
  function upright(svg, axis, field) {
    const place = (value) => field.top + field.high - value / axis.most * field.high, end = field.left + field.wide;
    for (const value of axis.marks) {
      line(svg, field.left, place(value), end, place(value), value === 0 ? "axis" : "grid");
      label(svg, field.left - 8, place(value) + 4, "small", "end", figure(value));
    }
    upwards(svg, field.top + field.high / 2, "GFLOP/s");
    if (axis.peak > 0) {
      line(svg, field.left, place(axis.peak), end, place(axis.peak), "peak");
      label(svg, field.left + 6, place(axis.peak) - 6, "small", "start", "peak " + figure(axis.peak));
    }
    return place;
  }

  // Bars one below the other: name, note and words, and a value, or none. The axis ends inside the picture,
  // and so do the words behind a bar; at least a third of the picture is left to the bars.
  function bars(title, list, chart) {
    return picture(title, function (svg, width) {
      const narrow = width < 600, row = narrow ? 66 : 48, room = width - 40, top = 14, bottom = top + list.length * row + 8;
      const axis = axisTo(list.reduce((best, bar) => Math.max(best, bar.value ?? 0), 0), chart.peak, chart.always);
      let length = room;
      function leave(value, words, letters) {
        if (value > 0) length = Math.min(length, Math.max(room - 8 - wide(words, letters), width / 3) / (value / axis.most));
      }
      if (axis.peak > 0) leave(axis.peak, `${chart.name ?? "peak"} ${figure(axis.peak)}`, 12);
      if (!narrow) for (const bar of list) leave(bar.value, bar.words, 13);
      const place = across(svg, axis, {left: 20, top, wide: length, high: bottom - top}, chart.unit ?? "GFLOP/s",
        chart.name ?? "peak", width);
      list.forEach(function (bar, i) {
        const y = top + i * row, end = place(bar.value ?? 0), note = fit(bar.note ?? "", room - wide(bar.name, 13) - 20, 11);
        svg.append(shape("text", {x: 24, y: at(y + 18)}, shape("tspan", {class: "name"}, fit(bar.name, room, 13)),
          shape("tspan", {class: "note", dx: 10}, note)));
        if (bar.value === undefined) return label(svg, 24, y + 38.5, "note", "start", fit(bar.words, room, 11));
        svg.append(shape("rect", {x: 20, y: at(y + 25), width: at(end - 20), height: 18, class: "c0"},
          shape("title", {}, bar.words)));
        label(svg, narrow ? 24 : end + 8, y + (narrow ? 57 : 38.5), "value", "start",
          fit(bar.words, room - (narrow ? 0 : end - 20), 13));
      });
      return bottom + 50;
    });
  }

  // Lines over places on a logarithmic axis: {value, apart, words}; each line has a value, or none, at each
  // place. Places apart are on no line.
  function lines(title, places, list, names, peak, below) {
    return picture(title, function (svg, width) {
      const field = {left: 76, top: 14, wide: width - 88, high: 360}, bottom = 374, words = (place) => place.value.toFixed(0);
      const first = Math.log(places[0].value), ratio = Math.log(places[places.length - 1].value) - first;
      const x = (place) => 90 + (Math.log(place.value) - first) / ratio * (field.wide - 28),
        marks = marker(svg, list.length * places.length);
      let best = 0;
      for (const values of list) for (const value of values) best = Math.max(best, value ?? 0);
      const y = upright(svg, axisTo(best, peak), field);
      let free = 0, last = 0;
      for (const place of places) {
        const half = wide(words(place), 12) / 2;
        if (x(place) < last + 1) continue;
        line(svg, last = x(place), bottom, last, bottom + 5, "axis");
        if (last - half < free) continue;
        const middle = Math.min(last, width - half);
        label(svg, middle, bottom + 20, "small", "middle", words(place));
        free = middle + half + 6;
      }
      label(svg, field.left + field.wide / 2, bottom + 40, "small", "middle", below);
      list.forEach(function (values, i) {
        path(svg, places.flatMap((place, j) => values[j] === undefined || place.apart ? [] : [[x(place), y(values[j])]]),
          "c" + i);
        places.forEach(function (place, j) {
          if (values[j] !== undefined) marks(x(place), y(values[j]), i,
            () => `${names[i]}, ${words(place)}: ${figure(values[j])} GFLOP/s`);
        });
      });
      return bottom + 58;
    });
  }

  // Speeds below a roof, both axes logarithmic: spots have intensity, gflops, series and words.
  function roof(title, spots, peak, bandwidth) {
    return picture(title, function (svg, width) {
      const [left, top, high] = [76, 14, 360], right = width - 16, bottom = top + high, marks = marker(svg, spots.length);
      let [least, most, low, best] = [Infinity, 0, Infinity, 0];
      for (const spot of spots) {
        [least, most] = [Math.min(least, spot.intensity), Math.max(most, spot.intensity)];
        [low, best] = [Math.min(low, spot.gflops), Math.max(best, spot.gflops)];
      }
      if (peak > 0) [low, best] = [Math.min(low, peak), Math.max(best, peak)];
      const corner = peak > 0 && bandwidth > 0 ? peak / bandwidth : 0;
      if (corner > 1e-99 && corner < 1e99) [least, most] = [Math.min(least, corner), Math.max(most, corner)];
      const x0 = Math.floor(Math.log2(least)) - 1, x1 = Math.ceil(Math.log2(most)) + 1;
      const y0 = Math.floor(Math.log10(low) - 0.1), y1 = Math.log10(best) + 0.25;
      const x = (intensity) => left + (Math.log2(intensity) - x0) / (x1 - x0) * (right - left);
      const y = (gflops) => bottom - (Math.log10(gflops) - y0) / (y1 - y0) * high;

      for (let decade = y0; decade < y1; decade += Math.ceil((y1 - y0) / 20))
        for (const times of [1, 2, 5]) {
          const value = Number(times + "e" + decade);
          if (!(Math.log10(value) <= y1)) continue;
          line(svg, left, y(value), right, y(value), times === 1 && decade === y0 ? "axis" : "grid");
          if (times === 1 || y1 - y0 < 3.5) label(svg, left - 8, y(value) + 4, "small", "end", String(value));
        }
      upwards(svg, top + high / 2, "GFLOP/s");
      for (let two = x0; two <= x1; two += Math.ceil((x1 - x0) / (right - left < 400 ? 5 : 9))) {
        const words = two < 0 ? "1/" + 2 ** -two : String(2 ** two), half = wide(words, 12) / 2;
        line(svg, x(2 ** two), top, x(2 ** two), bottom, "grid");
        label(svg, Math.min(x(2 ** two), width - half - 4), bottom + 20, "small", "middle", words);
      }
      label(svg, (left + right) / 2, bottom + 40, "small", "middle", "operations a byte of memory traffic");

      let ridge = 2 ** x0;
      if (bandwidth > 0) {
        const begin = Math.max(ridge, 10 ** y0 / bandwidth), middle = (end) => Math.sqrt(begin * end);
        ridge = Math.min(peak > 0 ? peak / bandwidth : 2 ** x1, 10 ** y1 / bandwidth);
        line(svg, x(begin), y(begin * bandwidth), x(ridge), y(ridge * bandwidth), "peak");
        label(svg, x(middle(ridge)) + 10, y(middle(ridge) * bandwidth) + 10, "small", "start",
          `memory ${figure(bandwidth)} GB/s`);
      }
      if (peak > 0) {
        line(svg, x(ridge), y(peak), right, y(peak), "peak");
        label(svg, right - 4, y(peak) - 7, "small", "end", "peak " + figure(peak));
      }
      for (const spot of spots) marks(x(spot.intensity), y(spot.gflops), spot.series, spot.words);
      return bottom + 52;
    });
  }

  // Problems one below the other, each with a mark for each series: {name, values}.
  function shapes(title, rows, names, peak) {
    return picture(title, function (svg, width) {
      const narrow = width < 600, row = narrow ? 40 : 26, all = rows.flatMap((one) =>
        one.values.filter((value) => value !== undefined));
      const axis = axisTo(all.reduce((best, value) => Math.max(best, value), 0), peak);
      const left = narrow ? 20 : 20 + rows.reduce((longest, one) => Math.max(longest, wide(one.name, 12)), 0),
        top = axis.peak > 0 ? 22 : 14;
      const place = across(svg, axis, {left, top, wide: width - 20 - left, high: rows.length * row}, "GFLOP/s", "peak", width);
      rows.forEach(function (one, i) {
        const y = top + i * row + (narrow ? row - 12 : row / 2),
          known = one.values.filter((value) => value !== undefined).map(place);
        if (narrow) label(svg, left + 4, top + i * row + 14, "small", "start", one.name);
        else label(svg, left - 12, y + 4, "small", "end", one.name);
        line(svg, Math.min(...known), y, Math.max(...known), y, "guide");
        for (let j = names.length - 1; j >= 0; j--) // the first one lies on top
          if (one.values[j] !== undefined) mark(svg, place(one.values[j]), y, j,
            `${names[j]}, ${one.name}: ${figure(one.values[j])} GFLOP/s`);
      });
      return top + rows.length * row + 42;
    });
  }

  // A search: the speed of each evaluation in order (0: it failed), and the best so far as stairs. A kind of
  // dots is one path.
  function search(title, speeds, peak) {
    return picture(title, function (svg, width) {
      const field = {left: 76, top: 14, wide: width - 92, high: 320}, bottom = 334;
      const y = upright(svg, axisTo(speeds.reduce((best, speed) => Math.max(best, speed), 0), peak), field);
      const numbers = axisTo(speeds.length, 0), x = (number) => field.left + number / numbers.most * field.wide;
      for (const number of numbers.marks) {
        if (!Number.isInteger(number)) continue;
        line(svg, x(number), bottom, x(number), bottom + 5, "axis");
        label(svg, x(number), bottom + 20, "small", "middle", figure(number));
      }
      label(svg, field.left + field.wide / 2, bottom + 40, "small", "middle", "evaluations");
      const dots = [], taken = new Set(), ticks = new Set(), stairs = [], parts = speeds.length > 5000 ? 1 : 10; // of a pixel
      let best = 0;
      speeds.forEach(function (speed, i) {
        const here = x(i + 1), spot = Math.round(here * parts) * 1e5 + Math.round(y(speed) * parts);
        if (!(speed > 0)) ticks.add(`M${at(here)} ${bottom}v-9`);
        else if (!taken.has(spot)) dots.push(`M${at(here)} ${at(y(speed))}h.01`);
        taken.add(spot);
        if (!(speed > best)) return;
        if (stairs.length > 0) stairs.push([here, y(best)]);
        stairs.push([here, y(best = speed)]);
      });
      if (best > 0) stairs.push([x(speeds.length), y(best)]);
      svg.append(shape("path", {class: "c0 dots", d: dots.join("")}), shape("path", {class: "c6", d: [...ticks].join("")}));
      path(svg, stairs, "c1");
      return bottom + 52;
    });
  }

  // ------------------------------------------------------------------------------------ the records

  const TUNED = "best of the search", UNTUNED = "without tuning";
  Object.assign(model, {runs: [], ratios: [], errors: [], failures: []});
  const known = (value) => value > 0 && Number.isFinite(value) ? value : undefined;

  // A row of the model as an object; what is missing, or an empty text, is undefined.
  const kinds = model.kinds.map(([record, members]) => ({record, members: (members ?? "").split(" ").map((member) =>
    ({name: member.replace(/[$@#%&]\??$/, ""), isText: /[$@&]/.test(member)}))}));
  function recordOf(row) {
    const {record, members} = kinds[row[0]], of = {record, session: row[1]};
    for (let i = 0; i < members.length; i++) {
      const cell = row[i + 2], value = members[i].isText && cell !== null ? model.texts[cell[0] ?? cell] : cell;
      of[members[i].name] = value === null || value === "" ? undefined : value;
      if (cell !== null && cell[1] > 0) of.left_out = cell[1];
    }
    return of;
  }

  // "A and B", "A" or "B", where `of` says so of them.
  const operands = (of) => ["a", "b"].filter((name) => of?.[name] === true).join(" and ").toUpperCase().replace("AND", "and");
  const elementOf = (name) => Object.hasOwn(model.elements, name) ? model.elements[name] : [2, 0];

  // Types and transposes in words, type of the sums, operations of a product and its addition, bytes of elements.
  function describe(types, transpose, conjugate) {
    const [a, b, c, sum] = ["a", "b", "c", "accumulate"].map((name) => typeof types?.[name] === "string" ? types[name] : "");
    const words = [a === b && b === c ? a : `${a} x ${b} to ${c}`, sum === "" || sum === c ? "" : "sums in " + sum,
      operands(transpose) && operands(transpose) + " transposed", operands(conjugate) && operands(conjugate) + " conjugated"];
    return {types: words.filter(Boolean).join(", ") || undefined, sums: sum || c || undefined, operations: elementOf(c)[0],
      bytes: [a, b, c].map((name) => elementOf(name)[1])};
  }
  const described = new Map(); // by types, transpose and conjugate
  function descriptionOf(...keys) {
    const place = keys.reduce((map, key) => map.get(key) ?? map.set(key, new Map()).get(key), described);
    if (!place.has("")) place.set("", describe(...keys));
    return place.get("");
  }

  // A product: its size, types, operations, and bytes of A, B and C, each moved once.
  function productOf({m, n, k, types, transpose, conjugate}) {
    const of = descriptionOf(types, transpose, conjugate), [a, b, c] = of.bytes;
    return {m, n, k, types: of.types, sums: of.sums, flops: known(of.operations * m * n * k),
      bytes: known(a > 0 && b > 0 && c > 0 ? a * m * k + b * k * n + c * m * n : 0)};
  }

  function addRun(record, own) {
    const run = productOf(record);
    if (record.bytes > 0) run.bytes = record.bytes;
    if (record.peak_of !== undefined) run.sums = record.peak_of;
    run.session = record.session;
    run.of = record.of;
    run.peak = known(record.peak_gflops);
    run.words = record.peak;
    model.runs.push(Object.assign(run, own));
    return run;
  }
  function addError({session}, kernel, worst, own) {
    if (worst >= 0) model.errors.push({session, kernel, worst, ...own()});
  }
  function addFailure({session, log, left_out}, kind, kernel, reason, own) {
    model.failures.push({session, kind, kernel, reason, log, left_out, ...own});
  }
  function addFact(session, name, words) {
    session.facts = {...session.facts, [name]: words};
  }

  // A rung of a ladder, or a point of a study.
  function readRung(record) {
    const {name, status, why} = record, own = {part: record.record === "rung" ? "ladder" : "study", kernel: name};
    if (why !== undefined) {
      addFailure(record, status, name, why, productOf(record));
      addRun(record, {...own, why, note: status, gflops: 0, ms: 0});
    } else {
      addRun(record, {...own, ms: record.time_ms, gflops: record.gflops, step: known(record.step_speedup),
        cumulative: known(record.cumulative_speedup)});
      addError(record, name, record.worst_error, () => productOf(record));
    }
  }

  // A kernel beside a library; of each the first measurement on a problem is a run.
  const seenBeside = new Set();
  function readComparison(record) {
    const {session, kernel, library, group} = record, product = productOf(record);
    const [gflops, library_gflops] = [record["packed.gflops"], record["packed.library_gflops"]];
    for (const [name, speed, own] of [[kernel, gflops, {group}],
      [library, library_gflops, {library: true, peak: known(record.library_peak_gflops)}]]) {
      const key = [session, size(product), name, product.types].join("\n");
      const ms = speed > 0 ? product.flops / speed * 1e-6 : 0;
      if (!seenBeside.has(key)) addRun(record, {part: "compare", host: true, note: "time of the host", kernel: name,
        gflops: speed, ms: Number.isFinite(ms) ? ms : undefined, ...own});
      seenBeside.add(key);
    }
    model.ratios.push({session, ...product, kernel, group, library, gflops, library_gflops, ratio: record["packed.ratio"],
      q1: record["packed.q1"], q3: record["packed.q3"]});
  }

  function readCheck(record) {
    const {kernel, status, cases, exact} = record;
    if (status !== "passed") addFailure(record, status, kernel, record.why);
    else addError(record, kernel, record.worst_error ?? 0, () => ({words: `${cases} cases, ${exact} of them bit by bit`}));
  }

  // A value of a parameter in words; "-": it is left to the generator.
  const valueWords = (number) => number === undefined || number < 0 ? "-"
    : typeof model.texts[number] === "string" ? model.texts[number] : JSON.stringify(model.texts[number]);
  // The parameters of a point as options.
  const pointWords = (space, point) => space.names.map((name, i) => [name, valueWords(point[i + 1])])
    .flatMap(([name, value]) => value === "-" ? [] : [`--${name.slice(0, 60)} ${value.slice(0, 60)}`]).join(" ") ||
    "what is made where nothing is chosen";

  // Median and quartiles of numbers.
  function spreadOf(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    return [0.5, 0.25, 0.75].map(function (part) {
      const place = part * (sorted.length - 1), low = Math.floor(place), next = sorted[Math.min(low + 1, sorted.length - 1)];
      return sorted[low] + (place - low) * (next - sorted[low]);
    });
  }

  // The winner beside the kernel without tuning, which may be the winner itself: how many times as fast it was in
  // the rounds that both ran in.
  function addGain(space, best, other) {
    const [mine, its] = [best.ms ?? [], other.ms ?? []];
    const [ratio, q1, q3] = mine.length > 0 && mine.length === its.length ? spreadOf(mine.map((ms, i) => its[i] / ms))
      : [other.median_ms / best.median_ms, -1, -1];
    model.ratios.push({...space.product, session: space.session, kernel: TUNED, library: UNTUNED, gflops: best.run.gflops,
      library_gflops: other.run.gflops, ratio, q1, q3});
    if (other === best) model.runs.push({...best.run, best: undefined, group: UNTUNED});
    else other.run.group = UNTUNED;
  }

  // A search: its points get speeds, those that were measured again are runs. The best of these is the winner; where
  // the search has not come so far, the best point.
  function readSpace(space) {
    const {facts} = model.sessions[space.session], product = space.product;
    const speedOf = (ms) => known(product.flops / ms * 1e-6) ?? 0;
    const record = {...model.texts[space.problem], session: space.session, peak_of: facts.peak_of || undefined,
      peak_gflops: facts.peak_gflops, peak: facts.peak};
    const add = (point, ms, own) => addRun(record, {part: "tune", kernel: pointWords(space, point), ms, gflops: speedOf(ms), ...own});
    let fastest = [Infinity], best, other;
    for (const point of space.points) if (point[0] > 0 && point[0] < fastest[0]) fastest = point;
    for (const final of space.finals) {
      final.run = add(space.points[final.point], final.median_ms, {untuned: final.untuned === true || undefined});
      if (best === undefined || final.median_ms < best.median_ms) best = final;
      if (final.untuned === true) other = final;
    }
    if (best !== undefined) Object.assign(best.run, {best: true, group: TUNED});
    else if (fastest.length > 0 && fastest[0] < Infinity)
      add(fastest, fastest[0], {note: "time of the search, not measured again", best: true, group: TUNED});
    if (other !== undefined) addGain(space, best, other);
    Object.assign(space, product, {sums: record.peak_of ?? product.sums, peak: known(facts.peak_gflops)});
    for (const point of space.points) point[0] = point[0] > 0 ? speedOf(point[0]) : 0;
  }

  const READERS = {
    result(record) {
      addRun(record, {part: "bench", kernel: record.kernel, ms: record["device_ms.median"], gflops: record.gflops});
      addError(record, record.kernel, record.worst_error, () => productOf(record));
    },
    rung: readRung,
    point: readRung,
    comparison: readComparison,
    check: readCheck,
    library: (record, session) => addFact(session, record.name, record.words),
    peak: (record, session) => addFact(session, `peak in ${record.type}, GFLOP/s`, `${record.gflops.toFixed(2)}: ${record.words}`),
    missing: (record) => addFailure(record, "missing library", record.name, record.reason),
    failure: (record) => addFailure(record, "not measured", record.kernel, record.why, record.m === undefined ? {}
      : productOf(record)),
    failed(record) {
      const space = model.spaces[record.space];
      addFailure(record, record.kind, record.command ?? pointWords(space, space.points[record.point]), record.reason, space?.product);
    },
    shape(record, {type}) {
      const [a, b] = [...(record.transpose ?? "nn")].map((letter) => letter === "t");
      addRun({...record, types: {a: type, b: type, c: type}, transpose: {a, b}},
        {part: "profile", group: "tuned profile", best: true, kernel: record.options, ms: record.ms, gflops: record.gflops});
    },
    search: (record) => readSpace(model.spaces[record.space])};

  // Gives all kernels of a device whose sums are of one type the same peak: what the command line states, else the
  // greatest that a file has. A library without a peak may have run elsewhere.
  function sharePeaks(items) {
    const devices = new Map();
    function peakOf(item) { // of its device and the type of its sums
      const device = model.sessions[item.session].device;
      if (!devices.has(device)) devices.set(device, new Map());
      const peaks = devices.get(device);
      return peaks.get(item.sums) ?? peaks.set(item.sums, {gflops: 0}).get(item.sums);
    }
    for (const item of items) {
      const gflops = model.peak > 0 ? model.peak : item.peak ?? 0, one = peakOf(item);
      if (gflops > one.gflops)
        Object.assign(one, {gflops, words: model.peak > 0 ? "stated on the command line" : item.words});
    }
    for (const item of items) {
      const elsewhere = item.library === true && item.peak === undefined && !(model.peak > 0);
      item.peak = elsewhere ? undefined : peakOf(item);
    }
  }

  for (const {facts} of model.sessions) // lines of `devices` had the version of OpenCL as `version`
    if (typeof facts.version === "string" && facts.version.startsWith("OpenCL ")) {
      facts.opencl = facts.version;
      delete facts.version;
    }
  for (const space of model.spaces) space.product = productOf({m: 0, n: 0, k: 0, ...model.texts[space.problem]});
  for (const record of model.records.map(recordOf)) READERS[record.record](record, model.sessions[record.session]);
  sharePeaks([...model.runs, ...model.spaces]);

  // ------------------------------------------------------------------------------------ the model

  const devices = [...new Set(model.sessions.map((session) => session.device))];
  const session = (of) => model.sessions[of.session];
  const file = (of) => model.files[session(of).file].path;
  let used = new Set(); // files that the section stands on
  const use = (of) => used.add(session(of).file);
  const fileCell = (of) => pathCell(file(of));
  const problem = (of) => [size(of), of.types ?? ""].join("\n");
  const nameOf = (of) => of.group ?? of.kernel;
  const UNKNOWN = {gflops: 0};
  const peakOf = (of) => of.peak ?? UNKNOWN;
  const partOfPeak = (run) => share(run.gflops, peakOf(run).gflops);

  // Items with the same key, in the order in which they come.
  function groups(items, key) {
    const found = new Map();
    for (const item of items) {
      const name = key(item), list = found.get(name);
      if (list === undefined) found.set(name, [item]);
      else list.push(item);
    }
    return [...found.values()];
  }

  // GB/s of a device's memory; 0: not known. What the command line states goes first.
  const bandwidthOf = (device) => model.bandwidth > 0 ? model.bandwidth
    : model.sessions.reduce((best, one) => one.device === device && one.facts.memory_gbytes_per_second > best
      ? one.facts.memory_gbytes_per_second : best, 0);

  const SERIES = 8; // at most in a picture: as many as there are marks

  // Kernels, each a line or a mark; the fastest ones first. A name has what tells it from others of the same
  // name.
  function seriesOf(runs) {
    const best = (list) => list.reduce((most, run) => Math.max(most, run.gflops), 0);
    const all = groups(runs, (run) => [session(run).file, run.types, nameOf(run)].join("\n"))
      .map((list) => ({list, best: best(list), first: list[0]})).sort((a, b) => b.best - a.best);
    const shown = all.slice(0, SERIES);
    const names = shown.map(function ({first}) {
      const same = all.filter((other) => nameOf(other.first) === nameOf(first)).map((other) => other.first);
      const types = same.some((run) => run.types !== first.types), files = same.some((run) => file(run) !== file(first));
      return nameOf(first) + (types && first.types ? ", " + first.types : "") + (files ? ` (${file(first)})` : "");
    });
    // The peak is the greatest of their types, and its words.
    const top = shown.flatMap((one) => one.list).reduce((most, run) => peakOf(run).gflops > most.gflops ? peakOf(run) : most,
      UNKNOWN);
    const dropped = all.length > SERIES ? [hint(`The ${SERIES} fastest of ${all.length} kernels are drawn; the table has all.`)]
      : [];
    return {names, lists: shown.map((one) => one.list), peak: top.gflops, peakWords: top.words, dropped};
  }

  // The part of a section that is a device's and a clock's, below a heading with the device's name where
  // there are several. The device's clock counts what its steps take, the host's what passes from the call to
  // the end of the work: no picture has both.
  function byClock(fits, write) {
    return devices.flatMap(function (device) {
      const runs = model.runs.filter((run) => session(run).device === device && run.why === undefined && fits(run));
      const parts = [false, true].flatMap(function (host) {
        const timed = runs.filter((run) => run.host === true === host);
        return timed.length > 0 ? write(timed, device, host) : [];
      });
      return runs.length > 0 && devices.length > 1 ? [el("h3", {}, device), ...parts] : parts;
    });
  }
  const tellClock = (host) => hint(host
    ? "Times by the clock of the host, from the call to the end of the work, as libraries can be timed. They are longer than those by the clock of the device and not to be compared with them."
    : "Times by the clock of the device: what the kernel, and the steps before it, take there.");

  // ------------------------------------------------------------------------------------ sections

  function summary() {
    // The clock of the device comes first: times of the host are longer for what is no doing of the kernel.
    // Of equals the first one counts.
    const before = (run, other) => (run.host === true) !== (other.host === true) ? !run.host : run.gflops > other.gflops;
    return devices.flatMap(function (device) {
      const runs = model.runs.filter((run) => session(run).device === device);
      const best = groups(runs.filter((run) => run.why === undefined && !run.library), problem)
        .map((list) => list.reduce((top, run) => before(run, top) ? run : top));
      if (best.length === 0) return [];
      const top = best.reduce((first, run) => before(run, first) ? run : first), order = new Set(best),
        strong = (words) => el("strong", {}, words);
      const peak = peakOf(top).gflops, above = runs.find((run) => partOfPeak(run) > 1),
        words = above && peakOf(above).words || "as the data says";
      const ofPeak = peak > 0 ? [", ", strong(percent(top.gflops / peak)), ` of the peak of ${figure(peak)} GFLOP/s`] : [];
      return [
        el("p", {class: "device"}, device),
        el("p", {class: "top"}, strong(figure(top.gflops)), " GFLOP/s", ...ofPeak, `, at ${size(top)}`),
        table("The fastest kernel of each problem", [MNK, "elements", "#GFLOP/s", "#of peak", "#ms", "file"],
          runs.filter((run) => order.has(run)), (run) => [
          el("tr", {}, cell(size(run)), cell(run.types ?? ""), numberCell(run.gflops), percentCell(partOfPeak(run)),
            numberCell(run.ms), fileCell(run)),
          el("tr", {class: "more"}, el("td", {colspan: 6}, el("div", {},
            ...noted(run.kernel, run.host ? "time of the host" : ""))))]),
        ...(above === undefined ? [] : [hint(`Above: faster than the peak, which is lower than what the device can do (${words})` +
          (words.startsWith("profile ") ? ". It may run at a higher clock than it reports; --peak measured measures." : "."))])];
    });
  }

  // Rows of a section begin alike.
  const runCells = (run, note) => [kernelCell(run.kernel, note), cell(size(run)), cell(run.types ?? "")];

  function speed() {
    const fits = (run) => run.part !== "ladder" && (run.part !== "tune" || run.best === true) && run.gflops > 0 && run.flops > 0;
    const edge = (run) => Math.cbrt(run.m * run.n * run.k); // of a cube of as many operations
    const isCube = (run) => run.m === run.n && run.n === run.k;
    const remark = (run) => run.part === "tune" && !run.note ? "best of the search" : run.part === "profile" ? "tuned profile"
      : run.note ?? "";
    return byClock(fits, function (runs, device, host) {
      const series = seriesOf(runs), places = [], values = series.lists.map(() => []);
      // Sizes in order; those that differ by less than a thousandth are one.
      for (const {run, i, value} of series.lists.flatMap((list, i) =>
        list.map((run) => ({run, i, value: edge(run)}))).sort((a, b) => a.value - b.value)) {
        if (places.length === 0 || value >= places[places.length - 1].value * 1.001) places.push({value, apart: true});
        const place = places.length - 1;
        places[place].apart &&= !isCube(run);
        values[i][place] = Math.max(values[i][place] ?? 0, run.gflops);
      }
      const cubes = series.lists.every((list) => list.every(isCube));
      const picture = places.length > 1
        ? [legend(series.names), ...lines("Speed of each kernel against the size of the problem", places, values, series.names,
          series.peak, cubes ? "M = N = K" : "cube root of M N K")]
        : bars("Speed of each kernel", series.names.map(function (name, i) {
          const value = values[i][0], peak = peakOf(series.lists[i][series.lists[i].length - 1]).gflops;
          return {name, value, words: figure(value) + " GFLOP/s" + (peak > 0 ? `, ${(100 * value / peak).toFixed(1)} % of peak`
            : "")};
        }), {peak: series.peak});
      return [
        tellClock(host), ...picture,
        ...(places.length > 1 && !cubes ? [hint("Problems that are no cubes stand where a cube of as many operations would, and on no line.")] : []),
        ...series.dropped,
        fold("The numbers", table(host ? "Speed of each kernel and library on each problem"
          : "Speed of each kernel on each problem",
          ["kernel", MNK, "elements", "#GFLOP/s", "#of peak", "#ms", "file"], runs, (run) =>
            el("tr", {}, ...runCells(run, remark(run)), numberCell(run.gflops), percentCell(partOfPeak(run)), numberCell(run.ms),
              fileCell(run))))];
    });
  }

  function roofline() {
    const intensity = (run) => run.flops / run.bytes;
    const fits = (run) => intensity(run) > 1e-99 && intensity(run) < 1e99 && run.gflops > 0 &&
      (run.part !== "tune" || run.best === true);
    return byClock(fits, function (runs, device, host) {
      const series = seriesOf(runs), peak = series.peak, bandwidth = bandwidthOf(device);
      const spots = series.lists.flatMap((list, i) => list.map((run) =>
        ({intensity: intensity(run), gflops: run.gflops, series: i,
        words: () => `${run.kernel}, ${size(run)}: ${figure(intensity(run))} operations a byte, ${figure(run.gflops)} GFLOP/s`})));
      const above = spots.filter((spot) => bandwidth > 0 && spot.gflops > spot.intensity * bandwidth).length;
      return [
        tellClock(host), legend(series.names), ...roof("Roofline: speed against operations a byte of memory traffic", spots, peak,
          bandwidth),
        // Runs come one behind another, and the operands of many fit a cache.
        ...(above > 0 ? [hint(`${above} of ${spots.length} marks ${above === 1 ? "is" : "are"} above the memory roof: their operands were in a cache, which is faster than the memory that the roof is of.`)] : []),
        hint(peak > 0 ? `Compute roof: ${figure(peak)} GFLOP/s, ${series.peakWords || "as the data says"}. `
          : "The peak is not known, so there is no compute roof; --peak GFLOP/s states one. ",
        bandwidth > 0 ? `Memory roof: ${figure(bandwidth)} GB/s, ${model.bandwidth > 0 ? "stated on the command line" : "measured by a copy"}. `
          : "The bandwidth of the memory is not known, so there is no memory roof; --bandwidth GB/s states one, and bench --peak measured measures it. ",
        "Traffic is what the kernel must move at least: each operand once, and copies that it packs."),
        ...series.dropped,
        fold("The numbers", table("Operations a byte, and speed",
          ["kernel", MNK, "elements", "#operations a byte", "#GFLOP/s", "#GB/s", "file"], runs, (run) =>
          el("tr", {}, ...runCells(run, ""), numberCell(intensity(run)), numberCell(run.gflops),
            numberCell(run.gflops / intensity(run)), fileCell(run))))];
    });
  }

  function comparison() {
    if (model.ratios.length === 0) return [];
    // Measured in turns with others: kernels and libraries of compare, the best of a search and the kernel
    // without tuning.
    const fits = (run) => run.gflops > 0 && (run.part === "compare" || run.part === "tune" &&
      (run.best === true || run.untuned === true));
    const drawn = byClock(fits, function (runs, device, host) {
      const series = seriesOf(runs), MOST = 200; // rows of a picture
      if (series.names.length < 2) return []; // one stands alone
      const number = new Map(series.lists.flatMap((list, i) => list.map((run) => [run, i])));
      const rows = groups(runs.filter((run) => number.has(run)), size).map(function (list) {
        const values = series.names.map(() => undefined);
        for (const run of list) values[number.get(run)] = Math.max(values[number.get(run)] ?? 0, run.gflops);
        return {name: size(list[0]), values};
      });
      return [
        tellClock(host), legend(series.names), ...shapes("Speed of kernels and libraries on each problem", rows.slice(0, MOST),
          series.names, series.peak),
        ...(rows.length > MOST ? [hint(`The first ${MOST} of ${rows.length} problems are drawn; the table has all.`)] : []),
        ...series.dropped,
        table("GFLOP/s on each problem", [MNK, ...series.names.map((name) =>
          el("th", {scope: "col", class: "n"}, ...broken(name)))], rows, (row) =>
          el("tr", {}, rowHead(row.name), ...row.values.map(numberCell)), "series")];
    });
    const means = groups(model.ratios, (ratio) => [ratio.session, nameOf(ratio), ratio.library].join("\n"))
      .map((list) => list.filter((ratio) => ratio.ratio > 0)).filter((list) => list.length > 0);
    const fold_of = (list, how, from) => list.reduce((found, ratio) => how(found, ratio.ratio), from);
    return [
      ...drawn,
      table("How many times as fast: geometric mean over the problems",
        ["kernel", "compared with", "#times", "#least", "#greatest", "#problems", "file"], means, (list) =>
        el("tr", {}, kernelCell(nameOf(list[0])), cell(list[0].library),
          numberCell(Math.exp(fold_of(list, (sum, ratio) => sum + Math.log(ratio), 0) / list.length)),
          numberCell(fold_of(list, Math.min, Infinity)), numberCell(fold_of(list, Math.max, 0)), right(list.length),
            fileCell(list[0]))),
      hint("Ratios of the speeds, kernel to what it is compared with, which ran in turns; above 1 the kernel is faster."),
      fold("The ratios", table("Ratio on each problem: median and quartiles over the rounds",
        [MNK, "kernel", "compared with", "#ratio", "#25 %", "#75 %", "#GFLOP/s", "#the other's", "elements", "file"],
          model.ratios, (ratio) =>
          el("tr", {}, cell(size(ratio)), kernelCell(ratio.kernel), cell(ratio.library), numberCell(ratio.ratio),
            numberCell(ratio.q1), numberCell(ratio.q3),
            numberCell(ratio.gflops), numberCell(ratio.library_gflops), cell(ratio.types ?? ""), fileCell(ratio))))];
  }

  // A part for each space, below a heading with its problem; past the first few they are folded away.
  function bySpace(spaces, write) {
    return spaces.flatMap(function (space, i) {
      const shared = model.spaces.some((other) => session(other).file !== session(space).file &&
        problem(other) === problem(space));
      const title = [size(space), space.types, devices.length > 1 ? session(space).device : "",
        shared ? file(space) : ""].filter(Boolean).join(", ");
      use(space);
      return i < 3 ? [el("h3", {}, title), ...write(space)] : [fold(title, ...write(space))];
    });
  }

  // The order in which people count: digits are numbers.
  const counting = new Intl.Collator("en", {numeric: true});

  // What a map is made of: parameters that take two values at least, and points, each the indices of their
  // values and its speed.
  function mapOf(space) {
    const MOST = 256; // values of a parameter: one with more, as a number that is drawn, makes no table
    const tried = space.points.filter((point) => point.length > 1),
      best = space.points.reduce((top, point) => Math.max(top, point[0]), 0);
    const parameters = space.names.flatMap(function (name, p) {
      const numbers = [...new Set(tried.map((point) => point[p + 1] ?? -1))], values = [...new Set(numbers.map(valueWords))];
      if (values.length < 2 || values.length > MOST) return [];
      values.sort(counting.compare);
      const places = new Map(numbers.map((number) => [number, values.indexOf(valueWords(number))]));
      return [{name, values, place: (point) => places.get(point[p + 1] ?? -1)}];
    });
    const points = tried.map((point) => ({gflops: point[0], log: Math.log(point[0]),
      at: parameters.map((parameter) => parameter.place(point))}));
    const timed = points.filter((point) => point.gflops > 0), mean = timed.reduce((sum, point) => sum + point.log, 0) / timed.length;
    return {parameters, best, points, timed, mean, squares: timed.reduce((sum, point) => sum + (point.log - mean) ** 2, 0)};
  }

  // How far the values of a parameter part fast points from slow ones: the share of the variance of the
  // speeds' logarithms that lies between them (one-way analysis of variance).
  function weigh({timed, mean, squares}, p) {
    if (timed.length < 2 || squares < 1e-12) return 0;
    const sums = [];
    for (const {at, log} of timed) {
      const sum = sums[at[p]] ??= {count: 0, logs: 0};
      sum.count++;
      sum.logs += log;
    }
    return sums.reduce((all, {count, logs}) => all + count * (logs / count - mean) ** 2, 0) / squares;
  }

  function drawMap(map, down, across) {
    const [rows, columns] = [down, across].map((p) => map.parameters[p].values);
    const cells = rows.map(() => columns.map(() => ({best: 0, tried: 0})));
    for (const point of map.points) {
      const one = cells[point.at[down]][point.at[across]];
      one.tried++;
      one.best = Math.max(one.best, point.gflops);
    }
    const shade = ({best, tried}) => tried === 0 ? cell()
      : el("td", {title: tried + " tried", class: best > 0 ? "h" + Math.min(9, Math.floor(10 * best / map.best)) : "bad"},
        best > 0 ? figure(best) : "failed");
    return el("table", {class: "map"},
      el("caption", {}, `Best GFLOP/s: ${map.parameters[down].name} down, ${map.parameters[across].name} across`),
      el("thead", {}, el("tr", {}, cell(), ...columns.map((value) => el("th", {scope: "col"}, value)))),
      el("tbody", {}, ...rows.map((value, i) => el("tr", {}, rowHead(value), ...cells[i].map(shade)))));
  }

  function space() {
    const maps = new Map(model.spaces.map((space) => [space, mapOf(space)])),
      shown = model.spaces.filter((space) => maps.get(space).parameters.length > 1);
    const parts = bySpace(shown, function (space) {
      const map = maps.get(space), values = (p) => map.parameters[p].values.length;
      // The pair that matters most; the one with fewer values goes across.
      const order = map.parameters.map((_, p) => p).sort(((weights) => (a, b) =>
        weights[b] - weights[a])(map.parameters.map((_, p) => weigh(map, p))));
      const pair = order.slice(0, 2).sort((a, b) => values(b) - values(a));
      const box = el("div", {class: "box", tabindex: 0, role: "region", "aria-label": "Heat map"}, drawMap(map, ...pair));
      const choices = pair.map((chosen, axis) => el("select", {},
        ...map.parameters.map((one, p) => el("option", {value: p, selected: p === chosen ? "" : undefined}, one.name))));
      for (const choice of choices) choice.addEventListener("change",
        () => box.replaceChildren(drawMap(map, ...choices.map((one) => Number(one.value)))));
      return [
        el("p", {class: "choice"}, ...choices.map((choice, axis) => el("label", {}, axis === 0 ? "Down " : "Across ", choice))),
          box,
        el("p", {class: "scale", "aria-hidden": "true"}, "0 ", ...Array.from({length: 10}, (_, i) => el("i", {class: "h" + i})),
          ` ${figure(map.best)} GFLOP/s`)];
    });
    return parts.length === 0 ? [] : [hint("A cell is the best of all points that have both values; an empty one was not tried. The first pair is the one that parts fast from slow the most."), ...parts];
  }

  function course() {
    return bySpace(model.spaces.filter((space) => space.points.length > 0), function (space) {
      const speeds = space.points.map((point) => point[0]), failed = speeds.filter((speed) => !(speed > 0)).length, better = [];
      let best = 0;
      speeds.forEach((speed, i) => { if (speed > best) better.push([i + 1, best = speed]); });
      return [
        hint(`${speeds.length} evaluations, ${failed} of them failed`,
          space.under_way > 0 ? `; ${space.under_way} under way, or cut off, when the journal was read` : "",
          ". Each is measured briefly: those that were measured again have other figures in the summary."),
        el("ul", {class: "legend"}, ...[["stairs", "best so far"], ["dot", "an evaluation"],
          ["tick", "one that failed"]].map(([kind, words]) =>
          el("li", {}, el("i", {class: kind}), el("span", {}, words)))),
        ...search("Best speed so far against the number of evaluations", speeds, peakOf(space).gflops),
        fold("The numbers", table("Evaluations that were better than all before them",
          ["#evaluation", "#GFLOP/s", "#of peak", "#of the end"], better, ([number, speed]) =>
          el("tr", {}, right(number), numberCell(speed), percentCell(share(speed, peakOf(space).gflops)),
            percentCell(share(speed, best)))))];
    });
  }

  function ladder() {
    return groups(model.runs.filter((run) => run.part === "ladder"),
      (run) => [run.session, run.of].join("\n")).flatMap(function (rungs) {
      const of = rungs[0].of ?? "", peak = rungs.reduce((most, run) => Math.max(most, peakOf(run).gflops), 0);
      use(rungs[0]);
      return [
        el("h3", {}, [of, size(rungs[0]), ...(devices.length > 1 ? [session(rungs[0]).device] : [])].join(", ")),
        ...bars("Speed of each rung of the ladder " + of, rungs.map((run) => run.why !== undefined
          ? {name: run.kernel, words: `${run.note}: ${run.why}`}
          : {name: run.kernel, value: Math.max(0, run.gflops ?? 0), words: [figure(run.gflops ?? 0) + " GFLOP/s",
            ...(partOfPeak(run) > 0 ? [(100 * partOfPeak(run)).toFixed(1) + " % of peak"] : []),
              ...(run.cumulative > 0 ? [figure(run.cumulative) + "×"] : [])].join(", ")}), {peak}),
        table("Each rung, its time (median), and its speed as a multiple of that of the rung below and of the first",
          ["kernel", "#GFLOP/s", "#ms", "#step", "#cumulative", "#of peak"], rungs, (run) => el("tr", {}, kernelCell(run.kernel),
            ...(run.why !== undefined ? [el("td", {colspan: 5}, `${run.note}: ${run.why}`)]
              : [numberCell(run.gflops), numberCell(run.ms), numberCell(run.step), numberCell(run.cumulative),
                percentCell(partOfPeak(run))])))];
    });
  }

  function error() {
    const MOST = 24, worst = [...model.errors].sort((a, b) => b.worst - a.worst), compared = (one) => one.words ?? size(one);
    return worst.length === 0 ? [] : [
      hint("The bound is what rounding can do at most; above 1 a result is wrong. Results of whole numbers are compared bit by bit and have no error."),
      ...bars("Greatest error of each kernel in parts of its bound", worst.slice(0, MOST).map((one) =>
        ({name: one.kernel, note: compared(one), value: one.worst, words: Number(one.worst.toPrecision(3)) + " of the bound"})),
          {unit: "greatest error / bound", peak: 1, name: "bound", always: true}),
      ...(worst.length > MOST ? [hint(`The ${MOST} greatest of ${worst.length} are drawn; the table has all.`)] : []),
      fold("The numbers", table("Greatest error of each kernel", ["kernel", "compared", "#error / bound", "file"], worst, (one) =>
        el("tr", {}, kernelCell(one.kernel), cell(compared(one)), numberCell(one.worst), fileCell(one))))];
  }

  function failures() {
    const log = (one) => one.log === undefined ? [] : [fold("log", el("pre", {tabindex: 0}, one.log),
      ...(one.left_out > 0 ? [el("p", {}, `${one.left_out} bytes more are in the file.`)] : []))];
    return groups(model.failures, (one) => one.kind).map((list) => fold(`${list[0].kind}: ${list.length}`,
      table("What failed: " + list[0].kind, ["kernel", MNK, "reason", "file"], list, (one) =>
        el("tr", {}, kernelCell(one.kernel), cell(size(one)), cell(one.reason ?? "", ...log(one)), fileCell(one)))));
  }

  // Names of facts, and words for people; others are shown as they are called.
  const WORDS = {
    at_ms: "begun", type: "kind of device", opencl: "OpenCL", version: "version of clgemm-bench", compute_units: "compute units",
      clock_mhz: "clock, MHz",
    iterations: "timed runs", warm_up: "runs before them, to warm up", data: "values of A and B",
      repeats: "launches of each point",
    trials: "repetitions", paranoid: "every kernel verified with random data", peak_gflops: "peak, GFLOP/s", peak: "peak is",
    memory_gbytes_per_second: "memory copies, GB/s", global_bytes: "memory, bytes", allocation_bytes: "greatest buffer, bytes",
      local_bytes: "local memory, bytes",
    opencl_c: "OpenCL C (102 is 1.2)", work_group_items: "greatest work-group, work-items",
      native_float_vector: "native vector, floats",
    image_width: "widest image, texels", image_height: "highest image, texels", peak_of: "peak is of"};
  // Shown at the top, or of no use to a reader.
  const HIDDEN = ["record", "name", "device", "driver", "platform", "platform_name", "extensions", "opened"];

  function factWords(name, value) {
    const date = new Date(name === "at_ms" ? Number(value) : NaN);
    if (!Number.isNaN(date.getTime())) return date.toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (typeof value === "number") return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
    if (value !== null && typeof value === "object") return name === "features"
      ? Object.keys(value).filter((feature) => value[feature] === true).join(", ") : "";
    return value ?? "";
  }

  function protocol() {
    return devices.map(function (device) {
      const sessions = model.sessions.filter((one) => one.device === device);
      const line = ([value, note]) => el("div", {}, value, ...(note ? [" ", el("small", {}, note)] : []));
      const pathsOf = (list) => [...new Set(list.map((one) => model.files[one.file].path))];
      // Each value once, with the files that say it where others say another.
      function values(of) {
        const said = groups(sessions.filter((one) => of(one) !== ""), of);
        return said.map((list) => [of(list[0]), said.length > 1 ? pathsOf(list).join(", ") : ""]);
      }
      const names = [...new Set(sessions.flatMap((one) => Object.keys(one.facts)))].filter((name) => !HIDDEN.includes(name));
      const facts = [
        ["files", [...new Set(sessions.map((one) => one.file))].map((file) => [model.files[file].path, model.files[file].kind])],
        ["platform", values((one) => one.platform)], ["driver", values((one) => one.driver)],
        ...names.map((name) => [Object.hasOwn(WORDS, name) ? WORDS[name] : name,
          values((one) => factWords(name, one.facts[name]))]).filter(([, list]) => list.length > 0)];
      return table(device, ["fact", "value"], facts, ([name, list]) =>
        el("tr", {}, rowHead(name), el("td", {}, ...list.map(line))), "facts");
    });
  }

  // ------------------------------------------------------------------------------------ the page

  const SECTIONS = [
    ["summary", "Summary", summary], ["speed", "Speed against size", speed], ["roofline", "Roofline", roofline],
      ["comparison", "Comparison by shape", comparison],
    ["space", "Heat map of the space", space], ["search", "Convergence of the search", course], ["ladder", "Ladder", ladder],
      ["error", "Numerical error", error],
    ["failures", "Failures", failures], ["protocol", "Environment and protocol", protocol]];
  for (const [id, title, write] of SECTIONS) {
    used = new Set();
    const parts = write();
    if (parts.length === 0) continue;
    const from = [...used].sort((a, b) => a - b).flatMap((number, i) =>
      [i > 0 ? ", " : "From ", el("code", {}, model.files[number].path)]);
    const section = el("section", {id, "aria-labelledby": id + "-title"}, el("h2", {id: id + "-title"}, title));
    for (const part of parts) section.append(part);
    if (from.length > 0) section.append(el("p", {class: "from"}, ...from, "."));
    document.getElementById("main").append(section);
    document.querySelector("nav ul").append(el("li", {}, el("a", {href: "#" + id}, title)));
  }
  document.title = "clgemm: " + clean(devices.length === 1 ? devices[0] : devices.length + " devices");
  document.querySelector("h1").textContent = document.title;
  document.getElementById("version").textContent = model.version;

  // Light or dark: the system's choice until the button is pressed.
  const root = document.documentElement, button = document.getElementById("theme"),
    system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  function name() {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `Switch to ${button.textContent.toLowerCase()} colours`);
  }
  button.hidden = false;
  button.addEventListener("click", function () {
    root.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  system.addEventListener("change", name);
  name();
})();
