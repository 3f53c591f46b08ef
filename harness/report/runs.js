// Reads the model, whose members harness/report/internal.h lists: records become runs, ratios, errors and failures.
const model = JSON.parse(document.getElementById("model").textContent);

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
