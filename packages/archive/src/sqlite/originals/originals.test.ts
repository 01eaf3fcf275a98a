import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '@hansard/core';
import { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { fc } from '@hansard/core/testing/property.ts';
import { plainAdapter } from '@hansard/core/testing/reads.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Archive } from '../../archive.ts';
import type { Originals } from './originals.ts';

const PATH = '/home/dev/log.jsonl';

let folder: string;
let archive: Archive;
let originals: Originals;
let clock = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-originals-'));
  archive = await open();
  originals = archive.originals;
});

afterEach(() => {
  archive.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = () =>
  Archive.open(new MemoryHost({}, { digest: () => '', env: { HANSARD_HOME: folder } }), [plainAdapter]);

async function keepFile(into: Archive, host: Host, path: string, bytes: number, modifiedAt: string) {
  const keeper = into.keeper({ host, now: modifiedAt });
  const input = { path, kind: 'log', role: 'session' } as const;
  const kept = await keeper.keep(plainAdapter, input, { bytes, modifiedAt, folder: false });
  keeper.flush();
  return { outcome: kept.handle?.overtaken ? 'overtaken' : kept.outcome, bytes: kept.bytes };
}

/** Counts what is read from the file. */
function hostWith(bytes: Uint8Array): { host: Host; read: () => number } {
  const host = new MemoryHost({ [PATH]: bytes }, { digest: () => '' });
  let read = 0;
  const counting: Host = Object.create(host, {
    read: {
      value: async function* (path: string, start?: number, end?: number) {
        for await (const chunk of host.read(path, start, end)) {
          read += chunk.length;
          yield chunk;
        }
      },
    },
  });
  return { host: counting, read: () => read };
}

async function keep(bytes: Uint8Array, modifiedAt = `2026-01-01T00:00:00.${String(clock++ % 1000).padStart(3, '0')}Z`) {
  const { host, read } = hostWith(bytes);
  const kept = await keepFile(archive, host, PATH, bytes.length, modifiedAt);
  return { ...kept, read: read() };
}

const stored = (version = originals.latest(originals.input(PATH)?.id as number)) =>
  Buffer.concat([...originals.read(version as NonNullable<typeof version>)]);
const lines = (n: number, text = 'x'.repeat(1000)) => Buffer.from(`{"text":"${text}"}\n`.repeat(n));

describe('an original', () => {
  it('is kept byte for byte, in blocks that end at a record', async () => {
    const bytes = lines(700);
    expect(await keep(bytes)).toMatchObject({ outcome: 'new', bytes: bytes.length });
    expect(stored().equals(bytes)).toBe(true);
    const blocks = [...originals.read(originals.latest(1) as never)];
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.every((block) => block[block.length - 1] === 10)).toBe(true);
  });

  it('is not read again when neither size nor time have changed', async () => {
    const bytes = lines(10);
    await keep(bytes, '2026-02-02T00:00:00.000Z');
    expect(await keep(bytes, '2026-02-02T00:00:00.000Z')).toEqual({ outcome: 'unchanged', bytes: 0, read: 0 });
  });

  it('that grew is read from its last block on, and leaves the others alone', async () => {
    const before = lines(700);
    await keep(before);
    const ids = () => archive.sql.all('SELECT m.start, m.block_id AS id FROM manifest m ORDER BY m.start');
    const early = ids();
    const kept = await keep(Buffer.concat([before, lines(1)]));
    expect(kept).toMatchObject({ outcome: 'grown', bytes: lines(1).length });
    expect(kept.read).toBeLessThan(2 * 140_000 + 10_000);
    expect(ids().slice(0, early.length - 1)).toEqual(early.slice(0, -1));
    expect(stored().equals(Buffer.concat([before, lines(1)]))).toBe(true);
  });

  it.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, 5000)],
    ['rewritten', (bytes: Buffer) => Buffer.from(bytes.toString().replaceAll('x', 'y'))],
    ['rewritten at its end', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -3), Buffer.from('?}\n'), lines(1)])],
  ])('that was %s begins another version, and the old one stays', async (_how, change) => {
    const before = lines(300);
    await keep(before);
    const after = change(before);
    expect(await keep(after)).toMatchObject({ outcome: 'rewritten' });
    const [first, second] = originals.versions(1);
    expect(stored(first).equals(before)).toBe(true);
    expect(stored(second).equals(after)).toBe(true);
  });

  it('shares its blocks with a copy of the same file', async () => {
    const bytes = lines(400);
    await keep(bytes);
    const before = originals.sizes();
    const host = new MemoryHost({ '/copy': bytes }, { digest: () => '' });
    await keepFile(archive, host, '/copy', bytes.length, '2026-01-01T00:00:00.000Z');
    expect(originals.sizes()).toEqual(before);
  });

  it('is the same however it grew', async () => {
    const piece = fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 1, max: 50 }));
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.boolean(), async (sizes, withNewlines) => {
        const path = `/home/dev/${round++}`;
        let bytes = Buffer.alloc(0);
        for (const size of sizes) {
          const grown = Buffer.alloc(size, withNewlines ? `{"n":${size}}\n` : 'no newline ');
          bytes = Buffer.concat([bytes, grown]);
          const host = new MemoryHost({ [path]: bytes }, { digest: () => '' });
          await keepFile(archive, host, path, bytes.length, new Date(clock++).toISOString());
        }
        const row = originals.input(path);
        expect(originals.versions(row?.id as number).length).toBe(1);
        expect(stored(originals.latest(row?.id as number)).equals(bytes)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('gives any range of its bytes', async () => {
    const bytes = lines(500);
    await keep(bytes);
    const version = originals.latest(1) as NonNullable<ReturnType<Originals['latest']>>;
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(bytes.length), (a, b) => {
        const [start, end] = a < b ? [a, b] : [b, a];
        expect(Buffer.concat([...originals.read(version, start, end)]).equals(bytes.subarray(start, end))).toBe(true);
      }),
    );
  });

  it('is read anywhere without a look at the blocks before', async () => {
    await keep(lines(700));
    const asked = vi.spyOn(archive.sql, 'all');
    const version = originals.latest(1) as NonNullable<ReturnType<Originals['latest']>>;
    for (const _ of originals.read(version, version.bytes - 10, version.bytes - 5));
    const [text, ...parameters] = asked.mock.calls[0] as Parameters<typeof archive.sql.all>;
    const joined = text.replace(/AND m\.start \+ b\.bytes > \? /, 'AND ? ');
    expect(joined).not.toBe(text);
    // What is looked at is what is left when the blocks are not asked for their sizes.
    expect(archive.sql.all(joined, ...parameters)).toHaveLength(1);
  });

  it('is left alone by the one who comes second when two store it at once', async () => {
    const other = await open();
    const bytes = lines(300);
    const host = new MemoryHost({ [PATH]: bytes }, { digest: () => '' });
    const outcomes = await Promise.all(
      [archive, other].map((one) => keepFile(one, host, PATH, bytes.length, '2026-01-01T00:00:00.000Z')),
    );
    other.close();
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['new', 'overtaken']);
    expect(originals.versions(1).length).toBe(1);
    expect(stored().equals(bytes)).toBe(true);
  });
});
