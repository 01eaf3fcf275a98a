/**
 * Whoever is killed, whenever: no record is lost or doubled, everything open is closed or can still be answered, and no
 * process is left. The agent is the mock; a daemon that is killed lets go of its holders and is replaced by another.
 */
import { readFileSync } from 'node:fs';
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import { StreamInvariants } from '@hansard/core/formats/universal/invariants.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descendants, isRunning } from '../processes/process-list.ts';
import { type Daemon, LiveHome, leftOf, ME } from '../testing/live-home.ts';
import { LiveFolder } from './live-folder.ts';

const VICTIMS = ['daemon', 'holder', 'agent', 'command'] as const;
type Victim = (typeof VICTIMS)[number];

interface Moment {
  readonly name: string;
  readonly message?: string;
  readonly reached: (daemon: Daemon, id: string) => Promise<unknown>;
}

const pendingOf = async (daemon: Daemon, id: string) =>
  (await daemon.live.pending()).filter(({ sessionId }) => sessionId === id);
const status = (daemon: Daemon, id: string) => daemon.live.find(id)?.status;

const MOMENTS: readonly Moment[] = [
  { name: 'before the first message', reached: (daemon, id) => expect.poll(() => status(daemon, id)).toBe('idle') },
  {
    name: 'in the middle of a text',
    message: 'word '.repeat(400),
    reached: (_daemon, id) => expect.poll(() => home.wire(id).split('"delta"').length).toBeGreaterThan(5),
  },
  {
    name: 'with a permission open',
    message: 'permission',
    reached: (daemon, id) => expect.poll(() => pendingOf(daemon, id)).toHaveLength(1),
  },
  {
    name: 'with a question open',
    message: 'question',
    reached: (daemon, id) => expect.poll(() => pendingOf(daemon, id)).toHaveLength(1),
  },
  {
    name: 'between turns',
    message: 'hello',
    reached: (daemon, id) => expect.poll(() => status(daemon, id)).toBe('idle'),
  },
];

let home: LiveHome;

beforeAll(async () => {
  home = await LiveHome.make();
});
afterAll(() => {
  expect(leftOf(home.runs())).toBe(0);
  expect(home.reported).toEqual([]);
  home.remove();
});

const open = () => home.open({ agents: { mock: ['--delay', '3'] } });
const folder = () => new LiveFolder(`${home.path}/archive`);
const runOf = (id: string) =>
  folder()
    .runs()
    .findLast(({ header }) => header.id === id)?.run ?? '';

function check(events: readonly UniversalEvent[], end: 'open' | 'closed'): void {
  const invariants = new StreamInvariants();
  for (const event of events) invariants.push(event);
  expect(invariants.finish(end)).toEqual([]);
}

/** Every line that the mock said is in the stream once. */
function checkNothingLost(id: string, events: readonly UniversalEvent[]): void {
  const lines = home
    .wire(id)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const deltas = lines.filter(({ dir, msg }) => dir === 'out' && msg.type === 'delta').map(({ msg }) => msg.text);
  const told = events.flatMap(({ type, data }) => (type === 'item.delta' ? [(data as { delta: string }).delta] : []));
  expect(told).toEqual(deltas);
  const asked = lines.filter(({ dir, msg }) => dir === 'out' && msg.type === 'permission').length;
  expect(events.filter(({ type }) => type === 'permission.requested')).toHaveLength(asked);
  expect(lines.at(-1).dir).toBe('exit');
}

/** The processes that are killed; none of them is waited for. */
function kill(victim: Exclude<Victim, 'daemon'>, id: string): boolean {
  const state = folder().stateOf(runOf(id));
  if (!state) return false;
  const command = descendants(state.agent.pid)[0];
  const chosen = { holder: state.holder, agent: state.agent, command }[victim];
  if (!chosen || !isRunning(chosen)) return false;
  process.kill(chosen.pid, 'SIGKILL');
  return true;
}

const cases = MOMENTS.flatMap((moment) =>
  VICTIMS.filter((victim) => victim !== 'command').map((victim) => ({ moment, victim, at: moment.name })),
);

describe.each(cases)('kill the $victim $at', ({ moment, victim }) => {
  const id = `${victim} ${moment.name}`;

  it('loses nothing and leaves nothing', async () => {
    let daemon = await open();
    await daemon.live.create(id, { agent: 'mock' }, ME);
    if (moment.message !== undefined) await daemon.live.send(id, { message: moment.message }, ME);
    await moment.reached(daemon, id);
    if (victim === 'daemon') {
      daemon.abandon();
      daemon = await open();
      await moment.reached(daemon, id);
      const [asked] = await pendingOf(daemon, id);
      if (asked?.kind === 'permission') await daemon.live.replyPermission(id, asked.requestId, { reply: 'once' }, ME);
      if (asked?.kind === 'question') await daemon.live.replyQuestion(id, asked.requestId, [['Red'], ['One']], ME);
      await expect.poll(() => status(daemon, id)).toBe('idle');
      check(await daemon.events(id), 'open');
      await daemon.live.terminate(id, ME);
    } else {
      expect(kill(victim, id)).toBe(true);
      await expect.poll(() => status(daemon, id)).toBe('ended');
      expect(await pendingOf(daemon, id)).toEqual([]);
    }
    const events = await daemon.events(id);
    check(events, 'closed');
    checkNothingLost(id, events);
    expect(leftOf([runOf(id)])).toBe(0);
    const again = await open();
    expect(await again.events(id)).toEqual(events);
    again.abandon();
    daemon.abandon();
  });
});

it('goes on when a command of the agent is killed', async () => {
  const daemon = await open();
  await daemon.live.create('command', { agent: 'mock' }, ME);
  await daemon.live.send('command', { message: 'sleep' }, ME);
  await expect.poll(() => kill('command', 'command')).toBe(true);
  await expect.poll(() => status(daemon, 'command')).toBe('idle');
  expect(readFileSync(folder().wireOf(runOf('command')), 'utf8')).toContain('"exitCode":137');
  await daemon.stop();
});

it.each([
  ['ignores that it should end', ['--ignore-sigterm'], 'sleep'],
  ['leaves a process behind', ['--orphan'], 'hello'],
  ['hangs', ['--hang'], 'hello'],
])('leaves no process of an agent that %s', async (_what, flags, message) => {
  const id = `trouble ${flags[0]}`;
  const daemon = await home.open({ agents: { mock: flags }, stopTimes: { endMs: 150, termMs: 150 } });
  await daemon.live.create(id, { agent: 'mock' }, ME);
  await daemon.live.send(id, { message }, ME);
  await expect.poll(() => home.wire(id)).toContain('"started"');
  expect(leftOf([runOf(id)])).toBeGreaterThan(0);
  await daemon.live.terminate(id, ME);
  expect(leftOf([runOf(id)])).toBe(0);
  check(await daemon.events(id), 'closed');
  daemon.abandon();
});

it('says how an agent crashed', async () => {
  const daemon = await home.open({ agents: { mock: ['--crash-after', '6'] } });
  await daemon.live.create('crash', { agent: 'mock' }, ME);
  await daemon.live.send('crash', { message: 'one two three four five six' }, ME);
  await expect.poll(() => status(daemon, 'crash')).toBe('ended');
  const events = await daemon.events('crash');
  expect(events.at(-1)).toMatchObject({
    type: 'session.ended',
    data: {
      reason: 'error',
      terminated_by: 'agent',
      exit_code: 70,
      stderr: { truncated: true, total_lines: 100, head: expect.stringContaining('line 1 of') },
    },
  });
  check(events, 'closed');
  daemon.abandon();
});

it('reads on among lines that are no JSON', async () => {
  const daemon = await home.open({ agents: { mock: ['--garbage'] } });
  await daemon.live.create('garbage', { agent: 'mock' }, ME);
  await daemon.live.send('garbage', { message: 'one two three' }, ME);
  await expect.poll(() => status(daemon, 'garbage')).toBe('idle');
  const events = await daemon.events('garbage');
  expect(JSON.stringify(events)).toContain('this line is no JSON');
  await daemon.stop();
});

it('ends a process that has nothing to do, and goes on with another', async () => {
  const daemon = await home.open({ idleMs: 50 });
  await daemon.live.create('idle', { agent: 'mock' }, ME);
  await daemon.live.send('idle', { message: 'one' }, ME);
  await expect.poll(() => daemon.live.find('idle')?.process).toBe(false);
  expect(status(daemon, 'idle')).toBe('idle');
  expect(leftOf(home.runs())).toBe(0);
  await daemon.live.send('idle', { message: 'two' }, ME);
  await expect.poll(async () => JSON.stringify(await daemon.events('idle'))).toContain('"delta":"two"');
  const events = await daemon.events('idle');
  check(events, 'open');
  expect(events.filter(({ type }) => type === 'session.ended')).toEqual([]);
  await daemon.stop();
});
