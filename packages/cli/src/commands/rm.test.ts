import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remainsOf } from '../../../archive/src/testing/remains.ts';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';
import { addStore } from '../testing/sample-store.ts';

const MARK = 'quokkaverity';
const OTHER = '6f0c2a9e-0b1d-4c3e-8f7a-000000000002';
let home: TestHome;
let path: string;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  path = addSession(home.path, { ask: `why ${MARK}?`, answer: `because ${MARK}`, cwd: `/home/dev/${MARK}` });
  const spilled = join(path.replace(/\.jsonl$/, ''), 'tool-results', 'out.txt');
  mkdirSync(dirname(spilled), { recursive: true });
  writeFileSync(spilled, `spilled ${MARK}`);
  addSession(home.path, { id: OTHER, ask: 'something else', day: 2 });
  home.run(['sync']);
});
afterEach(() => home.remove());

const archive = () => home.file('.local', 'share', 'hansard');
const files = () => JSON.parse(home.run(['sync', '--json']).out).agents[0].files;

describe('rm', () => {
  it('erases a session from every file of the archive, and it does not come back', async () => {
    expect(await remainsOf(MARK, archive())).not.toEqual([]);
    const ran = home.run(['rm', SESSION_ID, '--yes']);
    expect([ran.status, ran.err]).toEqual([0, '']);
    expect(ran.out).toContain('Erased 1 session with 2 files');
    expect(await remainsOf(MARK, archive())).toEqual([]);
    appendFileSync(path, sampleLines({ ask: `again ${MARK}` }));
    expect(home.run(['sync']).out).toContain('2 of erased sessions left out');
    expect(files()).toMatchObject({ erased: 2, unchanged: 1, new: 0 });
    expect(await remainsOf(MARK, archive())).toEqual([]);
    expect(readFileSync(path, 'utf8')).toContain(MARK);
    expect(home.run(['rm', SESSION_ID, '--yes'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('unknown-session'),
    });
  });

  it('tells what it would do, and asks where somebody can answer', async () => {
    expect(home.run(['rm', '--dry-run', SESSION_ID]).out).toContain('(2 files)');
    expect(home.run(['rm', SESSION_ID])).toMatchObject({ status: 2, err: expect.stringContaining('--yes') });
    expect(home.run(['rm'])).toMatchObject({ status: 2, err: expect.stringContaining('needs SESSION') });
    expect(await remainsOf(MARK, archive())).not.toEqual([]);
  });

  it('erases nothing when one of the sessions is not found', async () => {
    expect(home.run(['rm', '--yes', SESSION_ID, 'nonsense']).status).toBe(2);
    expect(await remainsOf(MARK, archive())).not.toEqual([]);
  });

  it('can be undone while the agent has the file', () => {
    const before = JSON.parse(home.run(['rm', '--dry-run', SESSION_ID, '--json']).out).planned[0];
    home.run(['rm', '--yes', SESSION_ID]);
    expect(home.run(['rm', '--forget', OTHER]).err).toContain('unknown-session');
    expect(home.run(['rm', '--forget', path])).toMatchObject({ status: 0 });
    expect(files()).toMatchObject({ new: 2, erased: 0 });
    expect(JSON.parse(home.run(['rm', '--dry-run', SESSION_ID, '--json']).out).planned[0]).toEqual(before);
  });

  it.each([
    ['its id', (id: string) => id.slice(0, 10)],
    ['its number', (_id: string, n: number) => `#${n}`],
    ['the agent’s id', () => SESSION_ID],
  ])('can be undone by %s', (_what, selector) => {
    const { id, number } = JSON.parse(home.run(['rm', '--yes', SESSION_ID, '--json']).out).erased[0];
    expect(home.run(['rm', '--forget', selector(id, number)]).status).toBe(0);
    expect(files()).toMatchObject({ new: 2 });
  });

  it('erases one session of a database and leaves the others', async () => {
    addStore(home.path);
    home.run(['sync']);
    expect(home.run(['rm', '--yes', 'ses_1']).status).toBe(0);
    expect(JSON.parse(home.run(['rm', '--dry-run', 'ses_2', '--json']).out).planned).toHaveLength(1);
    home.run(['sync']);
    expect(home.run(['rm', '--dry-run', 'ses_1']).err).toContain('unknown-session');
    expect(await remainsOf('First session', archive())).toEqual([]);
  });

  it('erases what is excluded', async () => {
    const env = { HANSARD_EXCLUDE_PROJECTS: MARK };
    expect(home.run(['sync'], { env }).err).toContain('hansard rm');
    expect(home.run(['rm', '--excluded', '--yes'], { env }).out).toContain('Erased 1 session');
    expect(await remainsOf(MARK, archive())).toEqual([]);
    for (const how of ['--yes', '--dry-run']) {
      expect(home.run(['rm', '--excluded', how], { env }).out).toContain('nothing to erase');
    }
  });

  it('erases what agents that are excluded have left in the archive', () => {
    const env = { HANSARD_EXCLUDE_AGENTS: 'claude-code' };
    const synced = home.run(['sync'], { env });
    expect(synced.err).toContain('2 sessions of excluded agents and projects are in the archive');
    expect(synced.out).toContain('none of the agents that were looked for has sessions');
    expect(home.run(['rm', '--excluded', '--yes'], { env }).out).toContain('Erased 2 sessions');
    expect(home.run(['sync'], { env }).err).toBe('');
  });

  it('reaches backups, and says which it cannot reach', async () => {
    const [good, gone] = [home.file('copies', 'good.db'), home.file('gone.db')];
    for (const copy of [good, gone]) expect(home.run(['backup', copy]).status).toBe(0);
    writeFileSync(gone, 'no longer a database'.repeat(100));
    const ran = home.run(['rm', '--yes', SESSION_ID]);
    expect(ran).toMatchObject({ status: 1, out: expect.stringContaining('from a copy') });
    expect(ran.err).toContain('gone.db');
    expect(await remainsOf(MARK, home.file('copies'))).toEqual([]);
    expect(home.run(['rm', '--finish']).status).toBe(1);
  });
});

describe('backup', () => {
  it('is a whole archive for its owner only', () => {
    const copy = home.file('deep', 'copy.db');
    expect(home.run(['backup', copy])).toMatchObject({ status: 0, err: '' });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    mkdirSync(home.file('restored'));
    writeFileSync(home.file('restored', 'archive.db'), readFileSync(copy));
    const env = { HANSARD_HOME: home.file('restored') };
    expect(home.run(['rm', '--dry-run', OTHER], { env }).status).toBe(0);
  });

  it('never replaces a file unless told to, and leaves nothing behind when it fails', () => {
    const copy = home.file('copy.db');
    home.run(['backup', copy]);
    expect(home.run(['backup', copy])).toMatchObject({ status: 2, err: expect.stringContaining('output-exists') });
    expect(home.run(['backup', copy, '--force']).status).toBe(0);
    expect(home.run(['backup', join(archive(), 'archive.db'), '--force'])).toMatchObject({ status: 2 });
    const failed = home.run(['backup', join(copy, 'below', 'x.db')]);
    expect(failed).toMatchObject({ status: 2, err: expect.stringContaining('output-failed') });
    expect(existsSync(join(copy, 'below'))).toBe(false);
  });
});
