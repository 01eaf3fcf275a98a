import { Archive, createNodeHost, listSessions } from '@hansard/archive';
import { Gate, resolveProfile } from '@hansard/core/privacy/index.ts';
import { RedactedSessions } from '@hansard/core/redacted/redacted-sessions.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession } from '../testing/sample-session.ts';

const home = new TestHome();
const host = createNodeHost({ home: home.path, env: home.env });
const id = (n: number) => `5f0c2a9e-0b1d-4c3e-8f7a-0000000001${String(n).padStart(2, '0')}`;
let archive: Archive;

beforeAll(async () => {
  buildCommand();
  for (let n = 1; n <= 33; n++) addSession(home.path, { id: id(n), ask: `Question ${n}` });
  expect(home.run(['sync']).status).toBe(0);
  archive = await Archive.open(host);
});
afterAll(() => {
  archive.close();
  home.remove();
});

function counted() {
  const profile = resolveProfile('strict', {})!;
  const gate = new Gate({ profile, key: new Uint8Array(32).fill(7), digest: host.digest });
  return { sessions: new RedactedSessions(gate, Date.now), redact: vi.spyOn(gate, 'learn') };
}

it('redacts a session once for all its pages', async () => {
  const { sessions, redact } = counted();
  const [session] = listSessions(archive);
  const first = await sessions.of(archive.store, session!);
  expect((await sessions.byId(archive.store, session!.id)).transcript).toBe(first);
  expect(redact).toHaveBeenCalledTimes(1);
});

it('redacts it again when it is another', async () => {
  const { sessions, redact } = counted();
  const [session] = listSessions(archive);
  await sessions.of(archive.store, { ...session!, events: session!.events - 1 });
  await sessions.of(archive.store, session!);
  expect(redact).toHaveBeenCalledTimes(2);
});

it('keeps the latest few only', async () => {
  const { sessions, redact } = counted();
  const all = listSessions(archive);
  for (const session of all) await sessions.of(archive.store, session);
  await sessions.of(archive.store, all.at(-1)!);
  expect(redact).toHaveBeenCalledTimes(33);
  await sessions.of(archive.store, all[0]!);
  expect(redact).toHaveBeenCalledTimes(34);
});

it('does not take up one that is too large', async () => {
  const { sessions, redact } = counted();
  const [session] = listSessions(archive);
  await expect(sessions.of(archive.store, { ...session!, bytes: 2 ** 30 })).rejects.toThrow('too large');
  await expect(sessions.byId(archive.store, 'nobody')).rejects.toThrow('no longer in the archive');
  expect(redact).not.toHaveBeenCalled();
});
