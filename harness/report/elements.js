// What the page is made of: elements, tables, pictures. Whatever is a text of others goes through `clean` and becomes a text of the page,
// never markup.

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
