/** A file piece by piece gives the sessions that it gives as a whole. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { adapters, assemble, detectFile, type InputRead, loadPriceBook, readSession } from '@hansard/core';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { documentOf, logOf, SampleMachine, sampleAgent, storeOf } from '../testing/sample-agent.ts';
import { fileSources } from './file-sources.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const prices = await loadPriceBook();
const folder = mkdtempSync(join(tmpdir(), 'hansard-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(goldenCases())('$agent: $name', async (golden) => {
  const host = hostOf(golden);
  const adapter = adapters.filter(({ id }) => id === golden.agent);
  const paths = new Set<string>();
  for await (const { path, role } of adapter[0]?.locate(host) ?? []) if (role === 'session') paths.add(path);
  for (const path of paths) {
    const { reads } = await readSession(adapter, host, path);
    const whole = assemble(reads, { now: NOW, digest: host.digest, prices });
    const pieces = [];
    for await (const source of (await fileSources(adapter, host, [path], { now: NOW, prices, folder, long: 0 })) ??
      []) {
      pieces.push({ ...source.header, events: [...source.events()] });
    }
    expect(pieces).toEqual(whole);
  }
  expect(readdirSync(folder)).toEqual([]);
});

/** A recorded wire beside the agent's own log, in either order. */
it.each(goldenCases())('$agent: $name, with all that tells of it', async (golden) => {
  const host = hostOf(golden);
  const paths: string[] = [];
  for (const path of host.files.keys()) if (await detectFile(adapters, host, path)) paths.push(path);
  for (const given of [paths, paths.toReversed()]) {
    const reads: InputRead[] = [];
    for (const path of given) {
      const found = await readSession(adapters, host, path);
      reads.push(...found.reads.filter((read) => !reads.some((known) => known.path === read.path)));
    }
    const whole = assemble(reads, { now: NOW, digest: host.digest, prices });
    const pieces = [];
    for await (const source of (await fileSources(adapters, host, given, { now: NOW, prices, folder, long: 0 })) ??
      []) {
      pieces.push({ ...source.header, events: [...source.events()] });
    }
    expect(pieces).toEqual(whole);
  }
});

it('leaves small files and those of nobody to others', async () => {
  const [golden] = goldenCases();
  if (!golden) throw new Error('there is no golden case');
  const host = hostOf(golden);
  const options = { now: NOW, folder, long: 1e9 };
  for await (const { path } of adapters.find(({ id }) => id === golden.agent)?.locate(host) ?? []) {
    expect(await fileSources(adapters, host, [path], options)).toBeUndefined();
    expect(await fileSources([], host, [path], { ...options, long: 0 })).toBeUndefined();
  }
});

describe('memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const KINDS = { 'logs/s1.jsonl': logOf, 'documents/s1.json': documentOf, 'store.db': storeOf };

  /** Bytes on the heap when half of a session of as many messages, each about four kilobytes, was given. */
  async function heapWhileReading(name: keyof typeof KINDS, messages: number): Promise<number> {
    const machine = new SampleMachine(folder);
    const records = Array.from({ length: messages }, (_, n) => ({
      session: 's1',
      id: `m${n}`,
      at: n,
      text: `${n} ${'some more words '.repeat(256)}`,
    }));
    const path = machine.write(name, KINDS[name](records));
    records.length = 0;
    let heap = 0;
    let given = 0;
    const sources = await fileSources([sampleAgent()], machine, [path], { now: NOW, folder, long: 0 });
    for await (const source of sources ?? []) {
      for (const _event of source.events()) {
        if (++given !== messages / 2) continue;
        collectGarbage();
        heap = process.memoryUsage().heapUsed;
      }
    }
    expect(given).toBe(messages);
    return heap;
  }

  it.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('holds a tenth of each event of %s at most', async (name) => {
    await heapWhileReading(name, 200);
    const [few, many] = [await heapWhileReading(name, 500), await heapWhileReading(name, 2_500)];
    expect((many - few) / 2_000).toBeLessThan(400);
  });
});
