/** The archive is its owner's alone, and where it may not be written nothing is lost. */
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

/** Root may write everywhere: then the program runs as somebody else. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const other = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

let home: TestHome;
let path: string;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  path = addSession(home.path, {});
});
afterEach(() => {
  chmodTree(home.path, 0o700, 0o600);
  home.remove();
});

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const archive = () => home.file('.local', 'share', 'hansard');
const run = (...args: string[]) => home.spawn(process.execPath, [BIN, ...args], other);
const canRun = () => run('--version').status === 0;

function chmodTree(folder: string, folders: number, files: number): void {
  chmodSync(folder, folders);
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = join(folder, entry.name);
    if (entry.isDirectory()) chmodTree(inside, folders, files);
    else {
      chmodSync(inside, files);
      if (isRoot) chownSync(inside, NOBODY, NOBODY);
    }
  }
}

describe.skipIf(process.platform === 'win32')('the archive', () => {
  it('is for its owner only, whatever the user’s mask', () => {
    const ran = home.shell('umask 000; hansard sync');
    expect(ran.status).toBe(0);
    home.shell('umask 000; hansard sessions; hansard tag 1 add x');
    expect(statSync(archive()).mode & 0o777).toBe(0o700);
    const names = readdirSync(archive());
    expect(names).toEqual(expect.arrayContaining(['archive.db', 'last-list.json']));
    for (const name of names) expect([name, statSync(join(archive(), name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  it('in a folder that may not be written is reported, and left as it is', ({ skip }) => {
    chmodTree(home.path, 0o700, 0o600);
    if (!canRun()) skip('the program cannot be run by another user here');
    expect(run('sync').status).toBe(0);
    const before = readFileSync(join(archive(), 'archive.db'));
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"type":"summary","summary":"x","leafUuid":"y"}\n`);
    chmodTree(archive(), 0o500, 0o400);
    const ran = run('sync');
    expect(ran.status).toBe(2);
    expect(ran.err).toContain('(archive-unusable)');
    expect(ran.err).toContain('HANSARD_HOME');
    expect(readFileSync(join(archive(), 'archive.db')).equals(before)).toBe(true);
    chmodTree(archive(), 0o700, 0o600);
    expect(run('sync').out).toContain('1 grown');
    expect(run('show', SESSION_ID).status).toBe(0);
  });

  it('does not take what cannot be seen for removed by the agent', ({ skip }) => {
    chmodTree(home.path, 0o700, 0o600);
    if (!canRun()) skip('the program cannot be run by another user here');
    expect(run('sync').status).toBe(0);
    chmodSync(dirname(path), 0);
    const ran = run('sync');
    expect([ran.status, ran.out.includes('removed'), ran.err.includes(dirname(path))]).toEqual([1, false, true]);
    expect(run('sessions').out).not.toContain('removed');
    chmodSync(dirname(path), 0o700);
    rmSync(path);
    expect(run('sync').out).toContain('1 removed by the agent, kept here');
  });

  it('gets what may not be read as soon as it may, and tells of it until then', ({ skip }) => {
    const file = addSession(home.path, { id: idOf(1) });
    const folder = dirname(addSession(home.path, { id: idOf(2), cwd: '/home/dev/two' }));
    chmodTree(home.path, 0o700, 0o600);
    if (!canRun()) skip('the program cannot be run by another user here');
    chmodSync(file, 0);
    chmodSync(folder, 0);
    for (const _ of [1, 2]) {
      const ran = run('sync');
      expect(ran.status).toBe(1);
      expect(ran.err).toMatch(/1\S*\.jsonl: 0 of \d+ bytes could be read/);
      expect(ran.err).toContain(`${folder}: the folder cannot be read`);
    }
    chmodTree(home.path, 0o700, 0o600);
    expect(run('sync')).toMatchObject({ status: 0, out: expect.stringContaining('2 new sessions') });
  });

  it('in a place where no folder can be made is reported', ({ skip }) => {
    chmodTree(home.path, 0o700, 0o600);
    if (!canRun()) skip('the program cannot be run by another user here');
    mkdirSync(home.file('closed'));
    chmodTree(home.file('closed'), 0o500, 0o400);
    const ran = home.spawn(process.execPath, [BIN, 'sync'], {
      ...other,
      env: { HANSARD_HOME: home.file('closed', 'archive') },
    });
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining('(archive-unusable)') });
  });
});

it.runIf(isRoot)('a folder of another user is refused, whatever was planted there', () => {
  expect(home.run(['sync']).status).toBe(0);
  writeFileSync(join(archive(), 'token'), 'planted');
  chmodTree(home.path, 0o777, 0o666);
  for (const command of [['sync'], ['query', 'SELECT 1'], ['token', 'create', '--scope', 'read'], ['serve']]) {
    const { status, err } = home.run(command);
    expect([command, status, err]).toEqual([command, 2, expect.stringContaining('belongs to another user')]);
  }
  // What is still on the machine is shown without the archive.
  expect(home.run(['sessions']).err).toContain('belongs to another user');
});
