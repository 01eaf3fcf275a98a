import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from './commands/index.ts';
import { BIN, buildCommand, TestHome } from './testing/command.ts';
import { root } from './testing/repository.ts';
import { addSession } from './testing/sample-session.ts';

let home: TestHome;
beforeAll(() => {
  buildCommand();
  home = new TestHome();
});
afterAll(() => home.remove());

const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));

describe('hansard', () => {
  it('tells its version', () => {
    expect(home.run(['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' });
    expect(home.run(['-V']).out).toBe(`${version}\n`);
    expect(home.run(['convert', '--version']).out).toBe(`${version}\n`);
  });

  it('gives an overview of all commands', () => {
    const { out, status } = home.run(['--help']);
    expect(status).toBe(0);
    const width = Math.max(...commands.map(({ name }) => name.length));
    for (const { name, summary } of commands) expect(out).toContain(`${name.padEnd(width)}  ${summary}`);
    expect(home.run(['help']).out).toBe(out);
  });

  it('alone says on an empty machine where it looked and what to do', () => {
    const { out, status, err } = home.run([]);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain(`No sessions were found under ${home.path}`);
    expect(out).toContain('Run one of these agents once');
    expect(out).toContain('`hansard serve --open` shows a small sample session.');
  });

  it('alone brings the archive up to date, lists the newest sessions and says what to do next', () => {
    addSession(home.path, { ask: 'What is new?' });
    const { out, status } = home.run([]);
    expect(status).toBe(0);
    expect(out).toMatch(/^Claude Code: 1 file \(1 new\)/);
    expect(out).toMatch(/\n1 {2}2026-03-01 09:15 {2}Claude Code {2}\d+ events .* What is new\?\n/);
    expect(out).toContain('hansard search WORDS');
    expect(home.run([]).out).toContain('Already up to date.');
    expect(home.run(['show', '1']).out).toContain('What is new?');
  });

  it.runIf(process.platform === 'linux')('keeps compiled code where only the user can write', () => {
    expect(home.run(['sessions'], { env: { XDG_CACHE_HOME: '' } }).status).toBe(0);
    const folder = home.file('.cache', 'hansard', 'code');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toContain('main.cjs');
    for (const { parentPath, name } of files) expect(statSync(join(parentPath, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('does without compiled code that cannot be kept', () => {
    writeFileSync(home.file('no-folder'), '');
    const { status, err } = home.run(['sessions'], { env: { XDG_CACHE_HOME: home.file('no-folder') } });
    expect([status, err]).toEqual([0, '']);
  });

  it.runIf(process.platform === 'linux')('makes compiled code that was spoilt or cut again', () => {
    const env = { XDG_CACHE_HOME: home.file('cache') };
    home.run(['sessions'], { env });
    const folder = home.file('cache', 'hansard', 'code');
    const main = join(folder, readdirSync(folder)[0] as string, 'main.cjs');
    const right = readFileSync(main);
    const spoilt = Buffer.from(right).fill(0xff, right.length >> 1);
    for (const bytes of [spoilt, right.subarray(0, 100), Buffer.alloc(3), Buffer.alloc(0)]) {
      writeFileSync(main, bytes);
      expect(home.run(['sessions'], { env })).toMatchObject({ status: 0, err: '' });
      expect(readFileSync(main).length).toBeGreaterThan(right.length / 2);
    }
  });

  it.runIf(process.platform === 'linux')('removes compiled code of long ago when it writes some', () => {
    const env = { XDG_CACHE_HOME: home.file('old-cache') };
    const old = home.file('old-cache', 'hansard', 'code', 'v20.19.0-x64', 'main.cjs');
    mkdirSync(dirname(old), { recursive: true });
    writeFileSync(old, '');
    utimesSync(old, 1_700_000_000, 1_700_000_000);
    home.run(['sessions'], { env });
    expect(existsSync(old)).toBe(false);
  });

  it.each(commands.map((command) => [command.name, command] as const))('explains %s', (name, command) => {
    const { out, status } = home.run([name, '--help']);
    expect(status).toBe(0);
    expect(home.run(['help', name]).out).toBe(out);
    for (const { name: option } of command.options) expect(out).toContain(`--${option}`);
    for (const { line } of command.examples) expect(out).toContain(line);
    expect(out).toContain('Exit status:');
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(90);
  });

  it.each([
    [['conver'], 'There is no command "conver". Did you mean convert?', 'unknown-command'],
    [['help', 'shwo'], 'Did you mean show?', 'unknown-command'],
    [['--json'], 'There is no command before --json', 'bad-argument'],
    [['sessions', '--limt', '3'], 'sessions has no option --limt. Did you mean --limit?', 'bad-argument'],
    [['sessions', '--limit'], '--limit needs a value', 'bad-argument'],
    [['sessions', '--json=yes'], '--json takes no value', 'bad-argument'],
    [['sessions', '--color', 'blue'], 'one of auto, always, never', 'bad-argument'],
    [['convert'], 'convert needs FILE|DIR|-', 'bad-argument'],
    [['restore', 'a', 'b'], 'does not take "b" too', 'bad-argument'],
    [['agents', 'x'], 'agents takes no arguments, but "x" was given', 'bad-argument'],
    [['convert', '-', '--lines', '--pretty'], '--lines and --pretty cannot both be had', 'bad-argument'],
    [['show', ''], 'SESSION is empty', 'bad-argument'],
    [['convert', '-', '-o', ''], '-o needs a value', 'bad-argument'],
    [['show', `${BIN}/x`], 'There is no file or folder', 'file-not-found'],
    [['show', 'x'.repeat(300)], 'cannot be read: ENAMETOOLONG', 'unreadable'],
    [['sessions', '--config', 'missing.json'], 'There is no file missing.json', 'bad-config'],
    [['show', '\u001b[31m'], 'There is no file or folder ␛[31m', 'file-not-found'],
  ])('refuses %j', (args, message, code) => {
    const { status, out, err } = home.run(args);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toContain(`(${code})`);
  });

  it('takes options of every command before the command, too', () => {
    const path = home.file('own.json');
    expect(home.run(['--config', path, 'config', 'path']).out).toBe(`${path}\n`);
    expect(home.run([`--config=${path}`, 'config', 'path']).out).toBe(`${path}\n`);
  });

  it('says what to do when it is not built', () => {
    cpSync(dirname(BIN), home.file('bare', 'bin'), { recursive: true });
    writeFileSync(home.file('bare', 'package.json'), '{ "type": "module" }');
    const { status, err } = home.spawn(process.execPath, [home.file('bare', 'bin', 'hansard.js'), 'sessions']);
    expect([status, err]).toEqual([2, 'hansard is not built yet: run `npm run build` in its folder.\n']);
  });

  it('says what to do when a part of it is gone', () => {
    const part = home.file('part');
    cpSync(dirname(dirname(BIN)), part, { recursive: true });
    const chunks = readdirSync(join(part, 'dist')).filter((name) => /^agents-[^.]+\.cjs$/.test(name));
    expect(chunks.length).toBeGreaterThan(0);
    for (const chunk of chunks) rmSync(join(part, 'dist', chunk));
    const { status, err } = home.spawn(process.execPath, [join(part, 'bin', 'hansard.js'), 'agents']);
    expect(status).not.toBe(0);
    expect(err).toContain('Hansard was updated, or is not whole: start it again');
  });
});
