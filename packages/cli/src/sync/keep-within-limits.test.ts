import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID } from '../testing/sample-session.ts';

let home: TestHome;
beforeAll(buildCommand);
beforeEach(() => {
  home = new TestHome();
  addSession(home.path, { ask: 'an old question' });
  home.run(['sync']);
});
afterEach(() => home.remove());

const sessions = () => JSON.parse(home.run(['sessions', '--json']).out).sessions.length;

describe('limits', () => {
  it('are none unless they are set', () => {
    home.run(['sync']);
    expect(sessions()).toBe(1);
  });

  it('by age remove what is older, and say so once', () => {
    home.run(['config', 'set', 'retention.days', '30']);
    // The only session is months old, so that the clock might be wrong.
    const ran = home.run(['sync', '--trust-clock']);
    expect(ran.status).toBe(0);
    expect(ran.err).toContain('Removed from the archive, as your settings say: 1 session.');
    expect(ran.err).toContain('an old question');
    expect(home.run(['show', SESSION_ID.slice(0, 8)]).status).toBe(2);
    expect(home.run(['sync']).err).toBe('');
  });

  it('by size are told in the JSON, too', () => {
    const ran = home.run(['sync', '--json'], { env: { HANSARD_RETENTION_SIZE: '1 kB' } });
    expect(JSON.parse(ran.out).removed).toEqual([{ number: 1, id: expect.any(String), reason: 'size' }]);
  });

  it('leave what is starred', () => {
    home.run(['star', SESSION_ID]);
    home.run(['sync'], { env: { HANSARD_RETENTION_DAYS: '1' } });
    expect(sessions()).toBe(1);
  });

  it('that make no sense stop the program', () => {
    expect(home.run(['sync'], { env: { HANSARD_RETENTION_SIZE: 'small' } })).toMatchObject({
      status: 2,
      err: expect.stringContaining('20 GB'),
    });
    expect(home.run(['config', 'set', 'retention.days', '-1']).status).toBe(2);
    expect(home.run(['config', 'set', 'retention.days', '0']).status).toBe(0);
  });
});
