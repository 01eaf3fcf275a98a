/**
 * Writing sessions in other formats, in events of the output per CPU second, beside JSON.stringify of the same events
 * and splitting and parsing of JSON Lines in the same process, interleaved. Target: universal at least 200,000 events a
 * second, on a machine that parses 350 MB per CPU second.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { table } from './table.mjs';

const EVENTS = Number(process.env.HANSARD_BENCH_EVENTS ?? 50_000);
const ROUNDS = 4;
const LINES_BYTES = 64 * 1024 * 1024;
const digest = (data) => createHash('sha256').update(data).digest('hex');

const here = fileURLToPath(import.meta.url);

/** Each format in a process of its own, as an export is: what others have left in the engine's caches is not its own. */
export async function formatsTable({ root }) {
  const { formats } = await import(libraryIn(root));
  const writers = formats.filter(({ write, content }) => write && content === 'text');
  const measured = writers.map(({ id }) => [id, JSON.parse(execFileSync(process.execPath, [here, root, id]))]);
  const machine = measured.map(([, { parsing }]) => parsing);
  const rows = measured.map(([name, { seconds, bytes, lines, plain, parsing }]) => ({
    format: name,
    'events in/s': Math.round(EVENTS / seconds),
    'events out/s': name === 'universal' ? Math.round(lines / seconds) : '',
    'of stringify': (plain / seconds).toFixed(2),
    MB: (bytes / 1e6).toFixed(0),
    'MB/s': Math.round(bytes / 1e6 / seconds),
    'parses MB/s': Math.round(parsing),
  }));
  const range = `${Math.round(Math.min(...machine))} to ${Math.round(Math.max(...machine))}`;
  return table(
    `Writing ${EVENTS} events of the golden cases (per CPU second, best of ${ROUNDS}; JSON Lines are parsed at ${range} MB/s)`,
    rows,
  );
}

const libraryIn = (root) => pathToFileURL(path.join(root, 'packages/core/dist/formats/index.js'));

async function measureFormat(root, id) {
  const { formats } = await import(libraryIn(root));
  const format = formats.find((one) => one.id === id);
  const source = repeatedSource(root);
  const lines = longLines();
  const best = new Map();
  let parsing = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    parsing = Math.min(parsing, await parse(lines));
    keepBest(best, 'plain', await measure(() => source.events().map((event) => `${JSON.stringify(event)}\n`)));
    keepBest(best, 'format', await measure(() => format.write(source, { digest })));
  }
  return { ...best.get('format'), plain: best.get('plain').seconds, parsing: lines.length / 1e6 / parsing };
}

/** Lines as agents write them: a few short fields and some text. */
function longLines() {
  const words = 'the parser reads every line of the session and keeps what it does not know '.repeat(12);
  const pieces = [];
  for (let at = 0, bytes = 0; bytes < LINES_BYTES; at++) {
    const text = words.slice(at % 100, (at % 100) + 200 + ((at * 37) % 600));
    const message = {
      role: at % 2 ? 'assistant' : 'user',
      content: [{ type: 'text', text }],
      usage: { input: at, output: 7 },
    };
    pieces.push(
      JSON.stringify({ uuid: `id-${at}`, parentUuid: `id-${at - 1}`, timestamp: '2026-01-01T00:00:00.000Z', message }),
    );
    bytes += pieces.at(-1).length + 1;
  }
  return pieces.join('\n');
}

/** CPU seconds. */
async function parse(lines) {
  const { seconds } = await measure(() => {
    for (const line of lines.split('\n')) JSON.parse(line);
    return [];
  });
  return seconds;
}

/** The golden transcripts' events one after the other, as one long session. */
function repeatedSource(root) {
  const transcripts = goldenFiles(path.join(root, 'packages/core/src/adapters')).flatMap((file) =>
    JSON.parse(readFileSync(file, 'utf8')),
  );
  const some = transcripts.flatMap(({ events }) => events.filter(({ source }) => source === 'primary'));
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const event = some[index % some.length];
    const round = Math.floor(index / some.length);
    const turn = event.turn === undefined ? {} : { turn: `${event.turn}#${round}` };
    return { ...event, id: `${event.id}#${index}`, seq: index + 1, sourceSeq: index + 1, ...turn };
  });
  const { events: _events, ...header } = transcripts[0];
  return { header, events: () => events };
}

function goldenFiles(folder) {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) return goldenFiles(file);
    return name === 'transcripts.json' ? [file] : [];
  });
}

async function measure(write) {
  const before = process.cpuUsage();
  let bytes = 0;
  let lines = 0;
  for await (const piece of write()) {
    bytes += piece.length;
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) lines++;
  }
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, bytes, lines };
}

function keepBest(best, name, result) {
  const known = best.get(name);
  if (!known || result.seconds < known.seconds) best.set(name, result);
}

if (process.argv[1] === here) {
  const [root, id] = process.argv.slice(2);
  console.log(JSON.stringify(await measureFormat(root, id)));
}
