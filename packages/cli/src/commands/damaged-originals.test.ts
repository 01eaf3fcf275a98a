import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession } from '../testing/sample-session.ts';

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

/** Changes one bit of the only original. */
function flipOneBit(): void {
  const { DatabaseSync } =
    process.getBuiltinModule('node:sqlite') ?? createRequire(import.meta.url)('@photostructure/sqlite');
  const database = new DatabaseSync(home.file('.local', 'share', 'hansard', 'archive.db'));
  const { id, data } = database.prepare('SELECT id, data FROM block').get() as { id: number; data: Uint8Array };
  const bytes = Buffer.from(data);
  bytes[60] = (bytes[60] as number) ^ 1;
  database.prepare('UPDATE block SET data = ? WHERE id = ?').run(bytes, id);
  database.close();
}

it('are told by every command that reads them, with the session and what to do, and mended by rebuild', () => {
  const path = addSession(home.path, { ask: 'Count the doors' });
  const whole = readFileSync(path);
  home.run(['sync']);
  flipOneBit();
  const out = home.file('restored.jsonl');
  const restored = home.run(['restore', path, '-o', out]);
  expect(restored).toMatchObject({ status: 2, err: expect.stringContaining('original-damaged') });
  expect(restored.err).toContain('hansard rebuild');
  expect(existsSync(out)).toBe(false);
  const seen = home.run(['doctor']);
  expect(seen).toMatchObject({ status: 1, out: expect.stringMatching(/Count the doors.*bytes 0 to/s) });
  const saved = home.run(['backup', home.file('copy.db')]);
  expect(saved).toMatchObject({ status: 1, err: expect.stringContaining('Count the doors') });
  const again = home.run(['rebuild']);
  expect(again).toMatchObject({ status: 0, out: expect.stringContaining('Mended 1 damaged part') });
  expect(home.run(['restore', path, '-o', out]).status).toBe(0);
  expect(readFileSync(out).equals(whole)).toBe(true);
});

it('that nothing intact is left of end rebuild with status 1', () => {
  const path = addSession(home.path, { ask: 'Count the doors' });
  home.run(['sync']);
  rmSync(path);
  flipOneBit();
  const { status, err } = home.run(['rebuild']);
  expect(status).toBe(1);
  expect(err).toContain('Count the doors');
  expect(err).toContain('hansard import');
});
