/** Reads one set of logs, both ways in turn (`compare`), or ours alone for its memory (`memory`). */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { filesBelow } from './files-below.mjs';

const [library, folder, mode] = process.argv.slice(2);
const { adapters, detect, headOf, LogReader } = await import(library);
const CHUNK = 1 << 20;
const buffer = Buffer.allocUnsafe(CHUNK);
const files = filesBelow(folder);
const totalBytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
let events = 0;

const sink = {
  add: (event) => {
    events++;
    return event.id;
  },
  put: () => void events++,
  patch: () => true,
  append: () => true,
  session: () => {},
  problem: () => {},
  attach: () => 'sha256-0',
  in: () => sink,
};

function parseOnly(file) {
  let carry = null;
  forEachChunk(file, (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = carry ? Buffer.concat([carry, chunk.subarray(0, at)]) : chunk;
      const text = carry ? line.utf8Slice(0, line.length) : line.utf8Slice(from, at);
      carry = null;
      if (text) JSON.parse(text);
      from = at + 1;
    }
    const rest = Buffer.from(chunk.subarray(from));
    carry = carry ? Buffer.concat([carry, rest]) : rest.length > 0 ? rest : null;
  });
}

function readWhole(file) {
  let reader;
  forEachChunk(file, (chunk) => {
    if (!reader) {
      const found = detect(adapters, headOf(chunk));
      if (found?.dialect.kind !== 'log') {
        console.log('null');
        process.exit();
      }
      reader = new LogReader(found.dialect, sink, {});
    }
    reader.push(chunk);
  });
  reader.finish({ final: true });
}

function forEachChunk(file, use) {
  const fd = openSync(file, 'r');
  for (;;) {
    const n = readSync(fd, buffer, 0, CHUNK, null);
    if (n === 0) break;
    use(buffer.subarray(0, n));
  }
  closeSync(fd);
}

function megabytesPerCpuSecond(read) {
  const before = process.cpuUsage();
  for (const file of files) read(file);
  const { user, system } = process.cpuUsage(before);
  return totalBytes / (user + system);
}

if (mode === 'memory') {
  for (const file of files) readWhole(file);
  console.log(JSON.stringify({ peakBytes: process.resourceUsage().maxRSS * 1024 }));
} else {
  let parse = 0;
  let read = 0;
  for (let round = 0; round < 3; round++) {
    parse = Math.max(parse, megabytesPerCpuSecond(parseOnly));
    events = 0;
    read = Math.max(read, megabytesPerCpuSecond(readWhole));
  }
  console.log(JSON.stringify({ parse, read, events }));
}
