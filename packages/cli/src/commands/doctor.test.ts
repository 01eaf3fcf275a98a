import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession } from '../testing/sample-session.ts';

let home: TestHome;
let path: string;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  path = addSession(home.path, {});
});
afterEach(() => home.remove());

const aged = (days: number) => {
  const time = new Date(Date.now() - days * 86_400_000);
  utimesSync(path, time, time);
};
const json = () => JSON.parse(home.run(['doctor', '--json']).out);
const attention = () =>
  json()
    .findings.filter(({ level }: { level: string }) => level === 'attention')
    .map(({ check }: { check: string }) => check);

describe('doctor', () => {
  it('warns before an agent deletes what is not archived, and is content afterwards', () => {
    aged(27);
    const before = home.run(['doctor']);
    expect(before).toMatchObject({ status: 1, err: '' });
    expect(before.out).toContain('Claude Code deletes what is older than 30 days: 1 file');
    expect(before.out).toContain('hansard sync');
    home.run(['sync']);
    const after = home.run(['doctor']);
    expect([after.status, after.err]).toEqual([0, '']);
    expect(after.out).toContain('Nothing needs attention.');
  });

  it('reads the agent’s own setting, with comments in it', () => {
    home.run(['sync']);
    addSession(home.path, { id: '6f0c2a9e-0b1d-4c3e-8f7a-000000000002' });
    expect(attention()).toEqual([]);
    mkdirSync(home.file('.claude'), { recursive: true });
    writeFileSync(home.file('.claude', 'settings.json'), '{\n// soon\n"cleanupPeriodDays": 3 }');
    expect(attention()).toEqual(['retention']);
    writeFileSync(home.file('.claude', 'settings.json'), '{ "cleanupPeriodDays": 99999 }');
    expect(attention()).toEqual([]);
  });

  it('tells of an archive that cannot be opened, and of what the agents have all the same', () => {
    home.run(['sync']);
    writeFileSync(home.file('.local', 'share', 'hansard', 'archive.db'), 'broken '.repeat(1000));
    aged(27);
    expect(attention()).toEqual(['archive', 'retention']);
    expect(home.run(['doctor']).out).toContain('backup');
  });

  it.skipIf(process.platform === 'win32')('tells of files that others can read', () => {
    home.run(['sync']);
    home.run(['backup', home.file('copy.db')]);
    chmodSync(home.file('copy.db'), 0o644);
    expect(attention()).toEqual(['permissions']);
    expect(home.run(['doctor', '--quick']).out).toContain('chmod go-rwx');
  });
});
