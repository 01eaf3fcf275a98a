/**
 * Walks the real logs beside the project, when they are there: every file reads, nothing is thrown, every record
 * is accounted for, and the structure holds. Without them the suite says that it was skipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { adapters, assemble, detectFile, type Event, type InputRead, readFile, type Transcript } from '@hansard/core';
import { describe, expect, it } from 'vitest';
import { createNodeHost } from '../host/node-host.ts';
import { corpusFiles, corpusFolder, expectedAgent, isFixture } from './corpus-files.ts';
import { independentTotals, recordsIn } from './independent-totals.ts';

const host = createNodeHost({ home: '/nowhere', env: {} });
const files = corpusFiles();
const known = new Set(adapters.map(({ id }) => id));

if (files.length === 0) console.warn(`corpus: skipped, there is no ${corpusFolder}`);

describe.skipIf(!existsSync(corpusFolder))('the corpus of real logs', () => {
  it('holds files of supported agents', () => {
    const present = new Set(files.map((file) => expectedAgent(file)).filter((agent) => agent && known.has(agent)));
    expect(present.size).toBeGreaterThan(0);
  });
});

describe.skipIf(files.length === 0)('a real file', () => {
  it.each(files.map((file) => [relative(corpusFolder, file), file]))('%s', async (_name, file) => {
    const detected = await detectFile(adapters, host, file);
    const expected = expectedAgent(file);
    if (!detected) {
      expect(expected && known.has(expected) && !isFixture(file) ? expected : undefined).toBeUndefined();
      return;
    }
    expect(detected.adapter.id).toBe(expected ?? detected.adapter.id);
    const reads = await readFile(host, file, detected);
    expect(reads.length).toBeGreaterThan(0);
    if (detected.dialect.kind === 'log') expect(reads[0]?.records).toBe(recordsIn(readFileSync(file, 'utf8')));
    if (detected.dialect.kind === 'log' && !detected.dialect.live) expectEveryLineCovered(file, reads);
    const transcripts = assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: host.digest });
    for (const transcript of transcripts) expectSound(transcript);
    const unparsed = transcripts.flatMap(({ events }) => events.filter(({ type }) => type === 'unparsed'));
    if (!isFixture(file)) expect(unparsed.map(({ raw }) => raw)).toEqual([]);
    const totals = detected.dialect.live
      ? undefined
      : independentTotals(detected.adapter.id, readFileSync(file, 'utf8'));
    if (totals) expect(tokenTotals(transcripts)).toEqual(totals);
  });
});

function expectEveryLineCovered(file: string, reads: readonly InputRead[]): void {
  const starts = new Set<number>();
  for (const { native } of reads.flatMap(({ events }) => events)) {
    for (const record of native ? [native, ...(native.merged ?? [])] : []) starts.add(record.start ?? -1);
  }
  const bytes = readFileSync(file);
  const lost: string[] = [];
  let at = 0;
  for (const line of splitLines(bytes)) {
    const text = line.toString('utf8').trim();
    const covered = [...Array(4).keys()].some((skip) => starts.has(at + skip));
    if (text !== '' && !covered) lost.push(`${at}: ${text.slice(0, 120)}`);
    at += line.length + 1;
  }
  expect(lost).toEqual([]);
}

function* splitLines(bytes: Buffer): Iterable<Buffer> {
  let from = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
    yield bytes.subarray(from, at);
    from = at + 1;
  }
  yield bytes.subarray(from);
}

function expectSound({ events }: Transcript): void {
  expect(events.every(({ seq }, i) => seq === i + 1)).toBe(true);
  const ids = new Set(events.map(({ id }) => id));
  expect(ids.size).toBe(events.length);
  expect(events.filter(({ parentId }) => parentId && !ids.has(parentId)).map(({ id }) => id)).toEqual([]);
  expect(events.filter((event) => Number.isNaN(Date.parse(event.timestamp))).map(({ id }) => id)).toEqual([]);
  expectPaired(events);
}

function expectPaired(events: readonly Event[]): void {
  const answered = new Set(events.filter(({ type }) => type === 'tool_result').map(({ tool }) => tool?.callId));
  const silent = events.filter(({ type, tool }) => type === 'tool_call' && !answered.has(tool?.callId));
  expect(silent.filter(({ tool }) => !tool?.status).map(({ id }) => id)).toEqual([]);
}

/** Own and inherited: the file holds both. */
function tokenTotals(transcripts: readonly Transcript[]) {
  const sum = { input: 0, output: 0 };
  for (const { metrics } of transcripts) {
    for (const tokens of [metrics.tokens, metrics.inheritedTokens]) {
      sum.input += tokens?.input ?? 0;
      sum.output += tokens?.output ?? 0;
    }
  }
  return sum;
}
