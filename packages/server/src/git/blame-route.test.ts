/** The blame of a session's repository over HTTP: what is no file in it is said to be none, and nothing else is looked at. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Archive, createNodeHost, servedArchive } from '@hansard/archive';
import { GitWorld } from '@hansard/archive/testing/git-world.ts';
import { adapters, loadPriceBook } from '@hansard/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../start.ts';
import { privacyOf } from '../testing/test-server.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000a6';
let world: GitWorld;
let archive: Archive;
let running: RunningServer;
const reported: unknown[] = [];

beforeAll(async () => {
  world = new GitWorld();
  world.person('src/desk.js', () => ['const deskOpensAt = readTimetable();']);
  world.agent(SESSION, 'src/desk.js', (lines) => [...lines, 'announceOpening(deskOpensAt, loudspeakers);']);
  writeFileSync(join(world.folder, 'secret.txt'), 'const deskOpensAt = readTimetable();\n');
  symlinkSync(join(world.folder, 'secret.txt'), join(world.repo, 'link.txt'));
  world.commit('desk');
  archive = await world.archive();
  const host = createNodeHost({ home: world.home, env: world.env });
  const report = (error: unknown) => void reported.push(error);
  running = await startServer({
    ...servedArchive({ archive, host, adapters, watch: false, report, env: world.env }),
    ...{ version: '0.0.0', prices: await loadPriceBook(), timezone: 'UTC', port: 0 },
    privacy: privacyOf(host.digest, { unredacted: true }),
  });
});
afterAll(async () => {
  await running.close();
  archive.close();
  world.remove();
});

async function blame(file: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${running.app.guard.token.text}` };
  const base = `http://127.0.0.1:${running.port}/v1/sessions`;
  const { sessions } = (await (await fetch(base, { headers })).json()) as { sessions: { id: string }[] };
  const answer = await fetch(`${base}/${sessions[0]?.id}/blame?file=${file}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

it('tells who wrote the lines of a file, by any path in the repository that leads to it', async () => {
  for (const file of ['src/desk.js', './src//desk.js', 'src/../src/desk.js']) {
    const { status, body } = await blame(file);
    expect([status, body['file']]).toEqual([200, 'src/desk.js']);
    expect(body['lines']).toMatchObject([{ author: 'human' }, { author: 'agent' }]);
  }
});

it.each([
  ['src/desk.js%00', 400, 'bad-request'],
  ['..', 400, 'bad-argument'],
  ['../secret.txt', 400, 'bad-argument'],
  ['../../../etc/passwd', 400, 'bad-argument'],
  ['src/../../secret.txt', 400, 'bad-argument'],
  ['/etc/passwd', 400, 'bad-argument'],
  ['.', 400, 'bad-argument'],
  ['nowhere.js', 404, 'file-not-found'],
  ['src', 404, 'file-not-found'],
  ['src/desk.js/more', 404, 'file-not-found'],
  ['%1b%5b31m', 404, 'file-not-found'],
  ['a'.repeat(4000), 404, 'file-not-found'],
])('refuses %s with %i', async (file, status, code) => {
  expect(await blame(file)).toMatchObject({ status, body: { code } });
  expect(reported).toEqual([]);
});
