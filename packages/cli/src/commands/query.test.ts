import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
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

  it('tells what can be asked, also before there is an archive', () => {
    const { status, out } = home.run(['query', '--schema']);
    expect(status).toBe(0);
    for (const view of ['sessions', 'events', 'tool_calls', 'usage', 'files_changed', 'errors']) {
      expect(out).toContain(`${view}: `);
    }
    expect(JSON.parse(home.run(['query', '--schema', '--json']).out)).toHaveLength(6);
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
