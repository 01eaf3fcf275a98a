/** How the server begins, what it does while nothing happens, and how it ends. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createListener } from 'node:http';
import { dirname, join } from 'node:path';
import { Ledger } from '@hansard/archive';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { plantedSession, SESSION } from './testing/planted-session.ts';
import { TestServer } from './testing/test-server.ts';

const [[name, text]] = Object.entries(plantedSession()) as [[string, string]];
const [first, ...rest] = text.split(/(?<=\n)/) as [string, ...string[]];

describe('while it runs', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ watch: true, synced: false });
    await server.running.synced;
  });
  afterAll(() => server.stop());

  /** Until an answer is as wanted; it is asked for when something has changed. */
  const until = async (path: string, wanted: (answer: { sessions: { lastSeq: number }[] }) => boolean) => {
    for (;;) {
      let stop = () => {};
      const changed = new Promise<void>((resolve) => {
        stop = server.running.app.store.changes.watch(resolve);
      });
      const answer = await server.json(path);
      if (wanted(answer)) return stop();
      await changed;
      stop();
    }
  };

  it('shows a session that is written now, and what is added to it', async () => {
    expect(await server.json('/v1/status')).toMatchObject({ empty: true, watching: true, sessions: 0 });
    const path = join(server.home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, first);
    await until('/v1/sessions', ({ sessions }) => sessions.length === 1);
    const before = (await server.json('/v1/sessions')).sessions[0].lastSeq;
    appendFileSync(path, rest.join(''));
    await until('/v1/sessions', ({ sessions }) => (sessions[0]?.lastSeq ?? 0) > before + 2);
    expect(await server.json('/v1/sessions')).toMatchObject({ total: 1, sessions: [{ nativeId: SESSION }] });
  });

  it('asks nothing, reads nothing and waits for nothing while nothing happens', async () => {
    const { sql, originals } = server.archive;
    const spies = [
      vi.spyOn(sql, 'prepare'),
      vi.spyOn(sql.connection, 'prepare'),
      vi.spyOn(sql.connection, 'exec'),
      vi.spyOn(originals, 'read'),
    ];
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout' || one === 'Immediate');
    const before = timers().length;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(spies.map((spy) => spy.mock.calls)).toEqual([[], [], [], []]);
    expect(timers().length).toBeLessThanOrEqual(before);
    for (const spy of spies) spy.mockRestore();
    await server.json('/v1/tags');
  });

  it('notes in the ledger what was exported, when all of it is gone', async () => {
    const { id } = await server.json(`/v1/sessions/${SESSION}`);
    const response = await server.fetch(`/v1/sessions/${id}/export?to=markdown`);
    const name = response.headers.get('content-disposition') ?? '';
    expect(name).toMatch(/^attachment; filename="\d{4}-\d\d-\d\d-[\w-]+-[0-9a-f]{8}\.md"; filename\*=UTF-8''[\w%.-]+$/);
    expect(name).toContain(`-${id.slice(0, 8)}.md"`);
    expect(await response.text()).toContain('# ');
    const [shared, ...others] = new Ledger(server.archive.sql).entries();
    expect(others).toEqual([]);
    expect(shared).toMatchObject({ destination: 'http', format: 'markdown', profile: 'strict' });
    expect(shared?.hash).toMatch(/^[0-9a-f]{64}$/);
    const refused = await server.fetch(`/v1/sessions/${id}/export?profile=none`);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'profile-local']);
  });

  it('adds the sample session once, marked as one', async () => {
    const { id } = await server.json('/v1/sample', { method: 'POST' });
    expect((await server.json('/v1/sample', { method: 'POST' })).id).toBe(id);
    const sample = await server.json(`/v1/sessions/${id}`);
    expect(sample).toMatchObject({ tags: ['sample'], title: expect.stringContaining('ample') });
    const { prompts } = await server.json(`/v1/sessions/${id}/outline`);
    expect(prompts.length).toBeGreaterThan(0);
    expect((await server.json(`/v1/sessions/${id}/changes`)).files.length).toBeGreaterThan(0);
  });
});

it('takes the port that was asked for or says why not, and else one that is free', async () => {
  const taken = createListener().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  await expect(TestServer.start({ port })).rejects.toMatchObject({ code: 'cannot-listen' });
  taken.close();
  const [one, other] = [await TestServer.start({ port: undefined }), await TestServer.start({ port: undefined })];
  expect(one.running.port).not.toBe(other.running.port);
  await Promise.all([one.stop(), other.stop()]);
});

it('ends streams and connections when it is stopped', async () => {
  const server = await TestServer.start({ cases: ['codex/basic'] });
  const stream = await server.fetch('/v1/changes/sse');
  const reading = stream.text().catch(() => 'cut off');
  await server.stop();
  expect(await reading).not.toBe('cut off');
  await expect(server.fetch('/v1/health')).rejects.toThrow();
});
