/** What leaves of a long session is what would leave of a short one, and what is held does not grow with it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FileFormat } from '@hansard/core/formats/contract.ts';
import { formatOf } from '@hansard/core/formats/index.ts';
import { resolveProfile } from '@hansard/core/privacy/index.ts';
import type { Way } from '@hansard/core/sharing/outgoing.ts';
import { testGate } from '@hansard/core/testing/test-gate.ts';
import { openSession } from '@hansard/core/views/session-document.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { readers } from '../adapters/readers.ts';
import { Archive } from '../archive.ts';
import { createNodeHost } from '../host/node-host.ts';
import { sqliteStore } from '../sqlite/sqlite-store.ts';
import { archivedSource } from '../streaming/archived-source.ts';
import { sync } from '../sync/sync.ts';
import { leavingDocument } from './outgoing.ts';

const NOW = '2026-05-01T00:00:00.000Z';
const SECRET = `ghp_${'aB3dE6gH9'.repeat(4)}`;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

const profile = (name: string) => resolveProfile(name) as Way['profile'];
const WAYS: Record<string, () => Way> = {
  strict: () => ({ profile: profile('strict'), gate: testGate('strict') }),
  none: () => ({ profile: profile('none'), gate: undefined }),
};
const wayOf = (name: string): Way => (WAYS[name] as () => Way)();

/** A session of as many messages, each about four kilobytes. */
async function sessionOf(messages: number) {
  const home = mkdtempSync(join(tmpdir(), 'hansard-leaving-'));
  homes.push(home);
  const folder = join(home, '.claude', 'projects', '-app');
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: messages }, (_, n) => `${JSON.stringify(record(n))}\n`);
  writeFileSync(join(folder, 's1.jsonl'), lines.join(''));
  const host = createNodeHost({ home, env: { HANSARD_HOME: join(home, 'archive') } });
  const archive = await Archive.open(host);
  await sync({ archive, adapters: readers, host, now: NOW });
  return { archive, host };
}

/** `long`: bytes from which on a session is long. */
async function leave(name: string, { archive, host }: Awaited<ReturnType<typeof sessionOf>>, long?: number) {
  const { events, sessions } = sqliteStore(archive, (number, options) =>
    archivedSource(archive, host, number, { ...options, long }),
  );
  const [id] = await sessions.find('s1');
  return leavingDocument(wayOf(name), archive.home, await openSession(events, id ?? '', { now: NOW }), 2);
}

function record(n: number) {
  const common = {
    uuid: `u${n}`,
    sessionId: 's1',
    timestamp: new Date(Date.UTC(2026, 2, 1) + n * 1000).toISOString(),
    cwd: '/app',
    version: '2.0.0',
  };
  const text = `${n} ${n % 50 === 7 ? SECRET : ''} ${'some more words '.repeat(256)}`;
  if (n % 2 === 0) return { type: 'user', ...common, message: { role: 'user', content: text } };
  const usage = { input_tokens: 3, output_tokens: 5 };
  const message = { id: `m${n}`, role: 'assistant', model: 'm-1', content: [{ type: 'text', text }], usage };
  return { type: 'assistant', ...common, message };
}

describe.each(Object.keys(WAYS))('by the profile %s', (name) => {
  it('a long session is the same as a short one', async () => {
    const session = await sessionOf(60);
    const whole = await leave(name, session);
    const streamed = await leave(name, session, 0);
    expect(streamed.source.header).toEqual(whole.source.header);
    expect([...(streamed.source.events() as Iterable<unknown>)]).toEqual([
      ...(whole.source.events() as Iterable<unknown>),
    ]);
    expect(streamed.receipt).toEqual(whole.receipt);
    expect(JSON.stringify([...(streamed.source.events() as Iterable<unknown>)]).includes(SECRET)).toBe(name === 'none');
    streamed.close();
    expect(readdirSync(session.archive.home).filter((file) => file.endsWith('.spool'))).toEqual([]);
    session.archive.close();
  });
});

describe('memory', () => {
  /** Bytes on the heap in the middle of writing a session. */
  async function heapWhileWriting(messages: number, name: string): Promise<number> {
    const session = await sessionOf(messages);
    const leaving = await leave(name, session, 0);
    const format = formatOf('transcript-lines') as FileFormat;
    let heap = 0;
    let written = 0;
    for await (const piece of format.write?.(leaving.source, { digest: session.host.digest }) ?? []) {
      written += piece.length;
      if (heap > 0 || written < messages * 2_000) continue;
      collectGarbage();
      heap = process.memoryUsage().heapUsed;
    }
    leaving.close();
    session.archive.close();
    return heap;
  }

  it.each(Object.keys(WAYS))(
    'holds less than a tenth of each event of a long session, by the profile %s',
    async (name) => {
      await heapWhileWriting(200, name);
      const [few, many] = [await heapWhileWriting(500, name), await heapWhileWriting(2_500, name)];
      expect((many - few) / 2_000).toBeLessThan(400);
    },
  );
});
