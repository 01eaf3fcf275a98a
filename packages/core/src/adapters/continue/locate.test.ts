import { expect, it } from 'vitest';
import { readSession } from '../../reading/read-session.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { MemoryHost } from '../../testing/memory-host.ts';
import { continueDev } from './index.ts';
import { inputsOf, locate } from './locate.ts';

const FOLDER = '/home/dev/.continue/sessions';
const session = (sessionId: string) =>
  JSON.stringify({
    sessionId,
    title: 'Untitled Session',
    workspaceDirectory: '/home/dev/tiny',
    history: [{ message: { role: 'user', content: 'Look at it' }, contextItems: [] }],
  });
const list = [
  { sessionId: 'new', dateCreated: '1794966502470' },
  { sessionId: 'old', dateCreated: '2024-05-06T07:08:09.000Z' },
  { sessionId: 'odd', dateCreated: { toString: 1 } },
  'nothing',
];

const hostWith = (sessions: string): MemoryHost =>
  new MemoryHost(
    {
      [`${FOLDER}/new.json`]: session('new'),
      [`${FOLDER}/old.json`]: session('old'),
      [`${FOLDER}/odd.json`]: session('odd'),
      [`${FOLDER}/sessions.json`]: sessions,
    },
    { digest: sha256 },
  );

it('dates sessions by the list beside them, not by their files', async () => {
  const host = hostWith(JSON.stringify(list));
  const found = new Map<string, string | undefined>();
  for await (const { path, facts } of locate(host)) found.set(path, facts?.startedAt);
  expect(found).toEqual(
    new Map([
      [`${FOLDER}/new.json`, '2026-11-18T01:48:22.470Z'],
      [`${FOLDER}/odd.json`, undefined],
      [`${FOLDER}/old.json`, '2024-05-06T07:08:09.000Z'],
    ]),
  );
  expect((await inputsOf(host, `${FOLDER}/old.json`))[0]?.facts?.startedAt).toBe('2024-05-06T07:08:09.000Z');
});

it('gives its events the time at which the session was created', async () => {
  const host = hostWith(JSON.stringify(list));
  const { reads } = await readSession([continueDev], host, `${FOLDER}/old.json`);
  const times = reads.flatMap(({ events }) =>
    events.map(({ timestamp, timestampSource }) => [timestamp, timestampSource]),
  );
  expect(times.length).toBeGreaterThan(0);
  expect(new Set(times.map(String))).toEqual(new Set(['2024-05-06T07:08:09.000Z,session']));
});

it.each(['', '{', '[1', '{"sessions":[]}'])('reads sessions beside a list that is none: %s', async (text) => {
  const found: unknown[] = [];
  for await (const { facts } of locate(hostWith(text))) found.push(facts);
  expect(found).toEqual([undefined, undefined, undefined]);
});
