import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, hasTerminal, TestHome } from '../testing/command.ts';
import { addSession } from '../testing/sample-session.ts';

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.remove());

describe('query', () => {
  it('prints a table, JSON Lines or CSV', () => {
    addSession(home.path, { ask: '=cmd, what?' });
    home.run(['sync']);
    const sql = "SELECT type, count(*) AS n FROM events WHERE type LIKE 'tool%' GROUP BY type ORDER BY type";
    expect(home.run(['query', sql]).out).toBe('type         n\ntool_call    1\ntool_result  1\n');
    expect(home.run(['query', sql, '--json']).out.split('\n')[0]).toBe('{"type":"tool_call","n":1}');
    expect(home.run(['query', 'SELECT title FROM sessions', '--csv']).out).toBe('title\r\n"\'=cmd, what?"\r\n');
    const bytes = "SELECT x'00ff' AS bytes, -9007199254740993 AS n";
    expect(home.run(['query', bytes, '--csv']).out).toBe('bytes,n\r\nAP8=,-9007199254740993\r\n');
    expect(home.run(['query', bytes]).out).toBe('bytes  n\nAP8=   -9007199254740993\n');
  });

  // The reader looks away after the first bytes: the program waits with a statement under way, and collects meanwhile.
  it.each(['--json', '--csv'])('gives every row to a slow pipe: %s', (flag) => {
    addSession(home.path, {});
    home.run(['sync']);
    const rows = 20_000;
    const sql = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT i, 'row' AS word FROM n`;
    const slow =
      'node -e \'let n = 0; (async () => { for await (const c of process.stdin) { n += c.toString().split("\\n").length - 1; await new Promise(setImmediate); } console.log(n); })()\'';
    const { out, err } = home.shell(`hansard query ${flag} "${sql}" | ${slow}; echo "status \${PIPESTATUS[0]}"`);
    expect(err).toBe('');
    expect(out).toBe(`${flag === '--csv' ? rows + 1 : rows}\nstatus 0\n`);
  });

  it.skipIf(!hasTerminal)('keeps control characters from a terminal, and gives them to a pipe', () => {
    addSession(home.path, {});
    home.run(['sync']);
    const sql = "SELECT char(27) || '[31m' || char(155) || 'm' AS odd";
    for (const flag of ['--csv', '--json']) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
      expect(home.terminal(['query', sql, flag]).out).not.toMatch(/[\x1b\x9b]/);
      expect(home.run(['query', sql, flag]).out).toContain('\u009bm');
    }
  });

  it('tells what can be asked, also before there is an archive', () => {
    const { status, out } = home.run(['query', '--schema']);
    expect(status).toBe(0);
    for (const view of ['sessions', 'events', 'tool_calls', 'usage', 'files_changed', 'errors', 'runs', 'run_steps']) {
      expect(out).toContain(`${view}: `);
    }
    expect(JSON.parse(home.run(['query', '--schema', '--json']).out)).toHaveLength(8);
  });

  it('refuses what is no question, with what to do', () => {
    expect(home.run(['query', 'SELECT 1'])).toMatchObject({ status: 2, err: expect.stringContaining('hansard sync') });
    addSession(home.path, {});
    home.run(['sync']);
    expect(home.run(['query', 'DROP TABLE event']).err).toContain('bad-sql');
    expect(home.run(['query', 'SELECT nothing FROM sessions']).err).toContain('--schema');
    expect(home.run(['query']).err).toContain('takes the SQL');
  });
});
