// Draws the page. Each section returns its elements; it is shown where there are some.

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
