/**
 * Writing sessions in other formats, in events of the output per CPU second, beside JSON.stringify of the same events
 * in the same process, interleaved. Target: universal at least 200,000 events a second.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { table } from './table.mjs';

const EVENTS = Number(process.env.HANSARD_BENCH_EVENTS ?? 200_000);
const ROUNDS = 5;
const digest = (data) => createHash('sha256').update(data).digest('hex');

export async function formatsTable({ root }) {
  const { formats } = await import(pathToFileURL(path.join(root, 'packages/core/dist/formats/index.js')));
  const source = repeatedSource(root);
  const writers = formats.filter(({ write, content }) => write && content === 'text');
  const best = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    keepBest(best, 'JSON.stringify', await measure(() => source.events().map((event) => `${JSON.stringify(event)}\n`)));
    for (const format of writers) {
      keepBest(best, format.id, await measure(() => format.write(source, { digest })));
    }
  }
  const plain = best.get('JSON.stringify');
  const rows = [...best].map(([name, { seconds, bytes, lines }]) => ({
    format: name,
    'events in/s': Math.round(EVENTS / seconds),
    'events out/s': name === 'universal' ? Math.round(lines / seconds) : '',
    'of stringify': (plain.seconds / seconds).toFixed(2),
    MB: (bytes / 1e6).toFixed(0),
  }));
  return table(`Writing ${EVENTS} events of the golden cases (per CPU second, best of ${ROUNDS})`, rows);
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
