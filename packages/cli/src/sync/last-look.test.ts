import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession } from '../testing/sample-session.ts';

const LONG_AGO = new Date('2026-01-01T00:00:00Z');

let home: TestHome;
let session: string;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  session = addSession(home.path, { cwd: home.file('project') });
  mkdirSync(home.file('project'));
});
afterEach(() => home.remove());

const archiveFolder = () => home.file('.local', 'share', 'hansard');
const lookFile = () => join(archiveFolder(), 'last-look.json');
const sync = (...args: string[]) => home.run(['sync', ...args]);

/** Syncs until there is a look to go by: what changed a moment ago is not trusted to be unchanged. */
function settle(): string {
  utimesSync(session, LONG_AGO, LONG_AGO);
  sync();
  utimesSync(join(archiveFolder(), 'archive.db'), LONG_AGO, LONG_AGO);
  const { out } = sync();
  expect(existsSync(lookFile())).toBe(true);
  return out;
}

describe('a sync with nothing changed', () => {
  it('goes by the last look, and says the same', () => {
    const said = settle();
    const { mode, mtimeMs } = statSync(lookFile());
    expect(sync().out).toBe(said);
    expect([statSync(lookFile()).mtimeMs, mode & 0o077]).toEqual([mtimeMs, 0]);
    writeFileSync(lookFile(), readFileSync(lookFile(), 'utf8').replace('"unchanged":1', '"unchanged":7'));
    expect(sync().out).toBe(said.replace('1 file', '7 files'));
    expect(readdirSync(archiveFolder()).filter((name) => name.startsWith('last-look.json.'))).toEqual([]);
  });

  it('looks at everything again when a log has grown', () => {
    settle();
    appendFileSync(session, '{"type":"mode","mode":"normal","sessionId":"x"}\n');
    expect(sync().out).toContain('(1 grown)');
  });

  it('looks at everything again when a session has come', () => {
    settle();
    addSession(home.path, { id: 'another' });
    expect(JSON.parse(sync('--json').out).newSessions).toBe(1);
  });

  it('looks at everything again when the archive has changed', () => {
    settle();
    home.run(['rm', session, '--yes']);
    expect(sync().out).toContain('1 of erased sessions left out');
  });

  it('looks at everything again when it is asked for something else', () => {
    settle();
    expect(sync('--agent', 'codex').out).toContain('nothing to keep yet');
    expect(home.run(['sync'], { env: { HANSARD_EXCLUDE_PROJECTS: home.file('project') } }).err).toContain('excluded');
  });

  it('tells of a project that is excluded since', () => {
    settle();
    writeFileSync(home.file('project/.hansardignore'), '');
    expect(sync().err).toContain('1 session of excluded agents and projects is in the archive from before');
  });

  it('goes its usual way when the look is damaged', () => {
    const said = settle();
    const whole = readFileSync(lookFile(), 'utf8');
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"asked":1}',
      whole.slice(0, -9),
      whole.replace('"folders":[[', '"folders":[7,['),
    ]) {
      writeFileSync(lookFile(), text);
      expect(sync()).toMatchObject({ status: 0, err: '', out: said });
    }
  });

  it('is erased with what it names', () => {
    settle();
    expect(readFileSync(lookFile(), 'utf8')).toContain('.claude');
    home.run(['rm', session, '--yes']);
    expect(existsSync(lookFile())).toBe(false);
  });

  it('does not go by a look at what changed a moment ago', () => {
    settle();
    appendFileSync(session, '{"type":"mode","mode":"normal","sessionId":"x"}\n');
    sync();
    utimesSync(join(archiveFolder(), 'archive.db'), LONG_AGO, LONG_AGO);
    const before = readFileSync(lookFile(), 'utf8');
    sync();
    expect(readFileSync(lookFile(), 'utf8')).toBe(before);
  });
});
