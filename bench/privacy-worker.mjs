/**
 * One of those that the redaction benchmark compares, in a process of its own: what the others hold in memory is not its
 * to collect. `privacy-worker.mjs ROOT SCRATCH NAME` prints its best rate, what it found and how much it looked at.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow } from './files-below.mjs';
import { loadSecretlint } from './secretlint.mjs';

const SIZE_MB = Number(process.env.HANSARD_BENCH_PRIVACY_MB ?? 24);
const ROUNDS = Number(process.env.HANSARD_BENCH_PRIVACY_ROUNDS ?? 5);
/** Text by text secretlint is slower by far: some of the texts are enough. */
const ONE_IN = 40;
const bytesOf = (texts) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const digest = (data) => createHash('sha256').update(data).digest('hex');
const [root, scratch, name] = process.argv.slice(2);

const library = await loadLibrary(root);
const transcripts = await transcriptsOf(root, library);
const texts = {
  'text by text': () => stringsIn(transcripts),
  'event by event': () => transcripts.flatMap(eventTexts),
  '1 MB at a time': () => joinedTexts(stringsIn(transcripts), 1_000_000),
};
const { run, bytes } = await contender();
let [best, found] = [0, 0];
for (let round = 0; round < ROUNDS; round++) {
  const before = process.cpuUsage();
  found = await run();
  const { user, system } = process.cpuUsage(before);
  best = Math.max(best, bytes / (user + system));
}
process.stdout.write(JSON.stringify({ rate: best, found, bytes }));
// secretlint may leave something running.
process.exit();

async function contender() {
  if (name === 'parsing') return parsing(transcripts);
  if (name === 'everything on')
    return { run: everythingOn(library, transcripts), bytes: bytesOf(stringsIn(transcripts)) };
  const [scanner, how] = name.split(', ');
  const all = texts[how]();
  if (scanner === 'keyword rules') return { run: keywordRules(library, all), bytes: bytesOf(all) };
  const some = how === 'text by text' ? all.filter((_text, i) => i % ONE_IN === 0) : all;
  return { run: secretlint(await loadSecretlint(scratch), some), bytes: bytesOf(some) };
}

function stringsIn(all) {
  return all.flatMap((transcript) => [...stringsOf(transcript)]);
}

async function loadLibrary(root) {
  const load = (file) => import(pathToFileURL(path.join(root, 'packages/core/dist', file)).href);
  const [core, privacy, texts, plain] = await Promise.all([
    load('index.js'),
    load('privacy/index.js'),
    load('privacy/texts/text-redactor.js'),
    load('privacy/matching/plain-scan.js'),
  ]);
  return { ...core, ...privacy, ...texts, ...plain };
}

/** What the machine does today, to judge the other numbers by: a log of the events, split and parsed line by line. */
function parsing(transcripts) {
  const lines = transcripts.flatMap(({ events }) => events.map((event) => `${JSON.stringify(event)}\n`));
  const log = Buffer.from(lines.join(''));
  const run = () => {
    let parsed = 0;
    for (let at = 0, end = log.indexOf(10); end >= 0; at = end + 1, end = log.indexOf(10, at)) {
      JSON.parse(log.utf8Slice(at, end));
      parsed++;
    }
    return parsed;
  };
  return { run, bytes: log.length };
}

/** Rules that a keyword gives away, over every string. */
function keywordRules({ rules, PlainScan, TextRedactor }, strings) {
  const keyed = rules.filter(({ type, anchor }) => type === 'secret' && anchor.at !== 'digits');
  const plain = new PlainScan(keyed);
  const scan = (text) => {
    const found = [];
    plain.run(text, found);
    return found;
  };
  const redactor = new TextRedactor(
    { scan },
    { scan },
    () => 0,
    ({ rule }) => rule.placeholder,
  );
  return () => {
    let found = 0;
    for (const text of strings) found += redactor.redact(text)?.marks.length ?? 0;
    redactor.forget();
    return found;
  };
}

/** The whole gate, with all rules and pseudonyms, and with all content, so that nothing is saved by leaving it out. */
function everythingOn({ Gate, resolveProfile }, transcripts) {
  const content = { toolOutput: 'full', includeFileContents: true, reasoning: true, images: true };
  const profile = resolveProfile('all', { all: { extends: 'strict', content } });
  const gate = new Gate({ profile, key: randomBytes(32), digest });
  return () => {
    let found = 0;
    for (const transcript of transcripts) found += gate.redactTranscript(transcript).privacy.redactionCount;
    return found;
  };
}

/** Joined texts spare the cost of a call for each. */
function joinedTexts(strings, size) {
  const texts = [];
  let joined = '';
  for (const text of strings) {
    joined += `${text}\n`;
    if (joined.length < size) continue;
    texts.push(joined);
    joined = '';
  }
  return [...texts, joined];
}

/** All texts of an event as one, and those outside events as one. */
function eventTexts({ events, ...head }) {
  return [head, ...events].map((part) => [...stringsOf(part)].join('\n'));
}

/** secretlint is asked for whole files, and replaces nothing. */
function secretlint(lint, texts) {
  return async () => {
    let found = 0;
    for (const text of texts) found += (await lint(text)).length;
    return found;
  };
}

/** All recorded sessions of the corpus when it is there, and the golden cases repeated to a size otherwise. */
async function transcriptsOf(root, library) {
  const corpus = path.join(root, '../shared/corpus');
  const files = ['recorded', 'public']
    .map((name) => path.join(corpus, name))
    .filter((folder) => existsSync(folder))
    .flatMap(filesBelow)
    .filter((file) => file.endsWith('.jsonl'));
  const recorded = [];
  for (const file of files) recorded.push(...(await readTranscripts(library, file)));
  return recorded.length > 0 ? recorded : repeated(goldenTranscripts(root));
}

function goldenTranscripts(root) {
  return filesBelow(path.join(root, 'packages/core/src/adapters'))
    .filter((file) => file.endsWith('transcripts.json'))
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));
}

async function readTranscripts({ adapters, assemble, detect, headOf, readBytes }, file) {
  const bytes = readFileSync(file);
  const found = detect(adapters, headOf(bytes));
  if (found?.dialect.kind !== 'log') return [];
  const read = async function* () {
    yield bytes;
  };
  return assemble(await readBytes({ digest }, found, { read, path: path.basename(file) }), {
    now: '2026-01-01T00:00:00.000Z',
    digest,
  });
}

function repeated(transcripts) {
  const size = (transcript) => [...stringsOf(transcript)].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const taken = [];
  for (let total = 0, i = 0; total < SIZE_MB * 1e6; i++) {
    const transcript = transcripts[i % transcripts.length];
    taken.push(transcript);
    total += size(transcript);
  }
  return taken;
}

function* stringsOf(value) {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* stringsOf(inner);
}
