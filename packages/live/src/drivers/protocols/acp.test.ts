/** The Agent Client Protocol end to end: the driver, and the mock as an agent that speaks it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Daemon, LiveHome, leftOf, ME } from '../../testing/live-home.ts';

let home: LiveHome;
let daemon: Daemon;

beforeAll(async () => {
  home = await LiveHome.make();
  daemon = await home.open({ agents: { acp: [process.execPath, home.programs['mock'] ?? '', '--acp'] } });
});
afterAll(async () => {
  await daemon.stop();
  expect(leftOf(home.runs())).toBe(0);
  home.remove();
});

const status = (id: string) => daemon.live.find(id)?.status;
const pending = async () => (await daemon.live.pending())[0];

it('starts, asks, is answered, and ends', async () => {
  expect(await daemon.live.create('by-acp', { agent: 'acp' }, ME)).toMatchObject({ healthy: true });
  await daemon.live.send('by-acp', { message: 'permission' }, ME);
  await expect.poll(async () => (await pending())?.kind).toBe('permission');
  const permission = await pending();
  expect(permission?.options).toEqual([{ id: 'always', name: 'Always allow' }]);
  await daemon.live.replyPermission('by-acp', permission?.requestId ?? '', { reply: 'always' }, ME);
  await expect.poll(() => status('by-acp')).toBe('idle');
  // The agent is never told "always".
  expect(home.wire('by-acp')).toContain('"optionId":"yes"');
  await daemon.live.send('by-acp', { message: 'question' }, ME);
  await expect.poll(async () => (await pending())?.kind).toBe('question');
  await daemon.live.replyQuestion('by-acp', (await pending())?.requestId ?? '', [['Blue'], ['Two']], ME);
  await expect.poll(async () => JSON.stringify(await daemon.events('by-acp'))).toContain('The answer is: Blue, Two.');
  const events = await daemon.events('by-acp');
  expect(events.filter(({ type }) => type === 'permission.resolved').map(({ data }) => data)).toMatchObject([
    { status: 'accept_for_session' },
  ]);
  expect(events.filter(({ type }) => type === 'turn.ended')).toHaveLength(2);
});

it('cancels what is open with the turn', async () => {
  await daemon.live.send('by-acp', { message: 'question' }, ME);
  await expect.poll(async () => (await pending())?.kind).toBe('question');
  await daemon.live.interrupt('by-acp', ME);
  await expect.poll(() => status('by-acp')).toBe('idle');
  expect(await pending()).toBeUndefined();
  expect(home.wire('by-acp')).toContain('"stopReason":"cancelled"');
});

it('goes on with a session in another process', async () => {
  await daemon.live.terminate('by-acp', ME);
  await daemon.live.resume('by-acp', ME);
  await daemon.live.send('by-acp', { message: 'still there' }, ME);
  await expect.poll(async () => JSON.stringify(await daemon.events('by-acp'))).toContain('still');
  expect(home.wire('by-acp')).toContain('"session/load"');
});
