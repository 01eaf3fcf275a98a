/**
 * Documents for the benchmark of hubs: sessions of the generator of logs, as real ones in length, size and words, redacted by
 * `team`. Where the generator is not there, sessions of random words, which are as many in a kilobyte as in real ones.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createNodeHost } from '@hansard/archive/host/node-host.ts';
import { adapters, assemble, detectFile, readFile } from '@hansard/core';
import { transcriptOf } from '@hansard/core/testing/small-transcript.ts';
import { testGate } from '@hansard/core/testing/test-gate.ts';
import { filesBelow } from './files-below.mjs';

/** Whole documents have 8 MiB at most. */
const LONGEST = 6 * 1024 * 1024;
const EVENTS = 190;
export const sha256 = (text) => createHash('sha256').update(text).digest('hex');

let state = 1;
export const random = () => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return state / 0x7fffffff;
};
export const wordOf = (rank) => `w${((rank * 2654435761) % 4294967296).toString(36)}`;
/** Some words are in nearly every text and most are rare, as in real ones; what tools print repeats itself. */
const anyWord = () => wordOf(Math.floor(40_000 ** random()));
const sentence = () => Array.from({ length: 12 }, anyWord).join(' ');
const textOf = (words) => {
  const lines = [sentence(), sentence()];
  while (lines.length * 12 < words)
    lines.push(random() < 0.12 ? sentence() : lines[Math.floor(random() * lines.length)]);
  return lines.join('\n');
};
export const uuidOf = (name) => sha256(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const gate = testGate('team');
export function documentOf(name, events, generation = 1) {
  const transcript = { ...transcriptOf(events, { nativeId: name, generation }), transcriptId: uuidOf(name) };
  return gate.redactTranscript(transcript);
}

export const eventOf = (name, n, day) => {
  const timestamp = new Date(Date.UTC(2026, 0, 1 + day, 9) + n * 20_000).toISOString();
  const id = `${name}-${n}`;
  if (n % 4 === 0) return { id, timestamp, type: 'user_message', role: 'user', text: textOf(60) };
  if (n % 4 === 1) return { id, timestamp, type: 'assistant_message', role: 'assistant', text: textOf(120) };
  const input = { command: `grep -rn ${sentence()}` };
  return { id, timestamp, type: 'tool_call', tool: { name: 'Bash', input, output: textOf(500), status: 'ok' } };
};
export const sessionOf = (name, day, events = EVENTS) =>
  Array.from({ length: events }, (_, n) => eventOf(name, n, day));

/** So many documents as they are sent, with how many events each has. */
export async function documents(generator, count) {
  if (!existsSync(generator)) {
    return Array.from({ length: count }, (_, n) => sent(documentOf(`bench-${n}`, sessionOf(`bench-${n}`, n % 200))));
  }
  const home = mkdtempSync(path.join(tmpdir(), 'hansard-bench-logs-'));
  try {
    const mebibytes = Math.ceil(count * 0.45) + 8;
    execFileSync(process.execPath, [generator, home, String(mebibytes)], { stdio: 'ignore' });
    const found = [];
    const host = createNodeHost({ home, env: {} });
    for (const file of filesBelow(home)) {
      const detected = await detectFile(adapters, host, file);
      const reads = detected ? await readFile(host, file, detected) : [];
      for (const one of assemble(reads, { now: '2026-11-01T00:00:00.000Z', digest: host.digest })) {
        const document = sent(gate.redactTranscript(one));
        if (document.text.length <= LONGEST) found.push(document);
      }
      if (found.length >= count) return found.slice(0, count);
    }
    return found;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const sent = (document) => ({
  id: document.transcriptId,
  events: document.events.length,
  text: JSON.stringify(document),
});
