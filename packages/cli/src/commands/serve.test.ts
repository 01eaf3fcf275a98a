import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

const home = new TestHome();
const running: ChildProcess[] = [];

beforeAll(() => {
  buildCommand();
  addSession(home.path);
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => home.remove());

/** The command, when it has said so many lines. */
async function serve(lines: number, ...args: string[]): Promise<{ child: ChildProcess; out: string }> {
  const child = spawn(process.execPath, [BIN, 'serve', ...args], { env: home.env, cwd: home.path });
  running.push(child);
  let out = '';
  for await (const piece of child.stdout as NodeJS.ReadableStream) {
    out += piece;
    if (out.split('\n').length > lines) break;
  }
  return { child, out };
}

it('serves the archive and the page until it is told to stop', async () => {
  const { child, out } = await serve(1, '--port', '0', '--json');
  const { url, link, loopback, profile } = JSON.parse(out);
  expect({ loopback, profile }).toEqual({ loopback: true, profile: null });
  const login = await fetch(link, { redirect: 'manual' });
  const headers = { cookie: (login.headers.get('set-cookie') ?? '').split(';')[0] as string };
  const get = (path: string) => fetch(`${url}${path}`, { headers });
  const page = await (await get('/')).text();
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  for (const path of [script, '/reference', '/reference/reference.js']) expect((await get(path)).status).toBe(200);
  const session = async () => (await get(`/v1/sessions/${SESSION_ID}`)).status;
  // The first look at the agents' files goes on while it already answers.
  while ((await session()) === 404) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await session()).toBe(200);
  const tables = Buffer.from(await (await get(`/v1/sessions/${SESSION_ID}/export?to=parquet`)).arrayBuffer());
  const files = tables.toString('latin1').split('PAR1');
  expect([files.length, files[0], files[2]]).toEqual([
    5,
    expect.stringMatching(/^sessions\/agent=/),
    expect.stringContaining('events/agent='),
  ]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

/** script(1) of util-linux runs a program in a terminal of its own. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
if (!hasTerminal) console.warn('serve: skipped the test of the terminal, there is no script(1)');

it.skipIf(!hasTerminal)('alone in a terminal opens the page in the browser, until Ctrl-C', async () => {
  const [programs, opened] = [home.file('programs'), home.file('opened')];
  mkdirSync(programs);
  writeFileSync(
    `${programs}/xdg-open`,
    `#!/bin/sh\nprintf %s "$1" > "${opened}.new" && mv "${opened}.new" "${opened}"\n`,
    {
      mode: 0o755,
    },
  );
  const env = { ...home.env, PATH: `${programs}:${home.env['PATH']}`, DISPLAY: ':99', SHELL: '/bin/sh' };
  const child = spawn('script', ['-qec', `exec '${process.execPath}' '${BIN}'`, '/dev/null'], { env, cwd: home.path });
  running.push(child);
  let out = '';
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  await expect.poll(() => existsSync(opened), { timeout: 20_000 }).toBe(true);
  const link = readFileSync(opened, 'utf8');
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\?token=[\w-]{43}$/);
  expect(out).toContain(`\n${link}\r\nThe page opens in your browser; Ctrl-C ends it.`);
  const login = await fetch(link, { redirect: 'manual' });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] as string;
  const page = await fetch(new URL('/', link), { headers: { cookie } });
  expect(await page.text()).toContain('<div id="app">');
  child.stdin.write('\x03');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('says who can read what when others can reach it', async () => {
  const { out } = await serve(3, '--port', '0', '--host', '0.0.0.0', '--no-watch');
  expect(out).toMatch(/^http:\/\/\S+\/login\?token=[\w-]{43}\n.*token.*profile strict/);
  const open = await serve(3, '--port', '0', '--host', '0.0.0.0', '--no-watch', '--unredacted');
  expect(open.out).toContain('UNREDACTED');
  const here = await serve(2, '--port', '0', '--no-watch');
  expect(here.out).not.toContain('machines');
});

it('says what is wrong with what was asked', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const refused = home.run(['serve', '--port', String(port)]);
  expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('(cannot-listen)')]);
  taken.close();
  expect(home.run(['serve', '--port', '99999']).err).toContain('no port');
  expect(home.run(['serve', '--cors', 'everybody']).err).toContain('no origin');
  expect(home.run(['serve', '--profile', 'strickt', '--host', '0.0.0.0', '--port', '0']).err).toContain('Did you mean');
  expect(home.run(['serve', '--profile', 'none', '--host', '0.0.0.0', '--port', '0']).err).toContain('(profile-local)');
});
