/**
 * Agents of which one process serves many sessions: two sessions at once, each with its own words and permissions, a daemon that is
 * replaced while both wait, one that ends while the other goes on, and what is left when both have.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, type LiveHome, leftOf, ME } from '../testing/live-home.ts';
import { commandOf, homeFor, lackOf, specOf } from '../testing/real-agent.ts';
import { checkStream, textsOf } from '../testing/streams.ts';
import { drivers } from './index.ts';

const asked = process.env['HANSARD_REAL_AGENTS']?.split(',');
const tried = drivers
  .filter(({ sharing }) => sharing !== undefined)
  .map(({ agent }) => agent)
  .filter((agent) => (asked ? asked.includes(agent) : specOf(agent)?.ordinary));

/** Of the agents that are asked for none may have such a process. */
it('tries agents that share a process', () => {
  expect(drivers.filter(({ agent }) => tried.includes(agent)).every(({ sharing }) => sharing)).toBe(true);
});

const PATIENT = { timeout: 60_000, interval: 50 };

for (const agent of tried) {
  const lack = lackOf(agent);
  const name = lack === undefined ? agent : `${agent} (skipped: ${lack})`;
  describe.skipIf(lack !== undefined)(`one process of the real ${name}`, { timeout: 120_000 }, () => tryAgent(agent));
}

function tryAgent(agent: string): void {
  const model = specOf(agent)?.model;
  let home: LiveHome;
  let daemon: Daemon;
  const open = () => home.open({ agents: { [agent]: commandOf(agent) }, environment: ['HANSARD_TRIAL_NETWORK'] });
  const settled = (id: string) => expect.poll(() => daemon.live.find(id)?.status, PATIENT).toBe('idle');
  const waiting = async (count: number) => {
    await expect.poll(() => daemon.live.pending(), PATIENT).toHaveLength(count);
    return Object.fromEntries((await daemon.live.pending()).map(({ sessionId, requestId }) => [sessionId, requestId]));
  };
  const create = (id: string) => daemon.live.create(id, { agent, title: id, ...(model ? { model } : {}) }, ME);
  const processes = () => new Set(home.runs()).size;
  const run = (id: string) => daemon.live.send(id, { message: `<<run touch ${id}.txt ;; say It is ${id}.>>` }, ME);
  const made = (id: string) => existsSync(join(home.work, `${id}.txt`));

  beforeAll(async () => {
    home = await homeFor(agent);
    daemon = await open();
    const created = await Promise.all(['one', 'two'].map(create));
    expect(created.map(({ healthy, error }) => [healthy, error])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
  }, 120_000);

  afterAll(async () => {
    await daemon.stop();
    expect(leftOf(home.runs())).toBe(0);
    expect(home.reported).toEqual([]);
    if (!process.env['HANSARD_KEEP_TRIAL']) home.remove();
    else console.log(home.path);
  }, 60_000);

  it('serves two sessions, each with its own words', async () => {
    expect(processes()).toBe(1);
    await Promise.all(['one', 'two'].map(run));
    const requests = await waiting(2);
    for (const [id, request] of Object.entries(requests))
      await daemon.live.replyPermission(id, request, { reply: 'once' }, ME);
    await Promise.all(['one', 'two'].map(settled));
    expect([made('one'), made('two')]).toEqual([true, true]);
    for (const [id, other] of [
      ['one', 'two'],
      ['two', 'one'],
    ] as const) {
      const events: UniversalEvent[] = await daemon.events(id);
      checkStream(events, 'open');
      expect(textsOf(events)).toContain(`It is ${id}.`);
      expect(textsOf(events)).not.toContain(`It is ${other}.`);
    }
  });

  it('is gone on with by another daemon while both wait', async () => {
    await Promise.all([
      daemon.live.send('one', { message: '<<run touch later-one.txt ;; say Later one.>>' }, ME),
      daemon.live.send('two', { message: '<<run touch later-two.txt ;; say Later two.>>' }, ME),
    ]);
    await waiting(2);
    daemon.abandon();
    daemon = await open();
    const requests = await waiting(2);
    expect((await create('three')).healthy).toBe(true);
    expect(processes()).toBe(1);
    await daemon.live.replyPermission('one', requests['one'] ?? '', { reply: 'once' }, ME);
    await daemon.live.replyPermission('two', requests['two'] ?? '', { reply: 'reject' }, ME);
    await Promise.all(['one', 'two'].map(settled));
    expect([made('later-one'), made('later-two')]).toEqual([true, false]);
    expect(textsOf(await daemon.events('one'))).toContain('Later one.');
    expect(decisions(await daemon.events('one'))).toEqual(['accept', 'accept']);
    expect(decisions(await daemon.events('two'))).toEqual(['accept', 'reject']);
  });

  it('goes on for the others when one of them is terminated in its turn', async () => {
    await daemon.live.send('one', { message: '<<slow 400>>' }, ME);
    await expect.poll(() => home.wire('one').split('tock').length, PATIENT).toBeGreaterThan(3);
    await daemon.live.terminate('one', ME);
    expect(daemon.live.find('one')).toMatchObject({ ended: true, process: false });
    checkStream(await daemon.events('one'), 'closed');
    expect((await daemon.events('one')).at(-1)).toMatchObject({
      type: 'session.ended',
      data: { reason: 'terminated' },
    });
    await daemon.live.send('two', { message: '<<say Still here.>>' }, ME);
    await expect.poll(async () => textsOf(await daemon.events('two')), PATIENT).toContain('Still here.');
    await settled('two');
    expect([processes(), leftOf(home.runs()) > 0]).toEqual([1, true]);
  });

  it('takes up one that has ended again, and ends with the last', async () => {
    expect((await daemon.live.resume('one', ME)).healthy).toBe(true);
    await daemon.live.send('one', { message: '<<say Back again.>>' }, ME);
    await expect.poll(async () => textsOf(await daemon.events('one')), PATIENT).toContain('Back again.');
    await settled('one');
    for (const id of ['one', 'two', 'three']) await daemon.live.terminate(id, ME);
    expect(leftOf(home.runs())).toBe(0);
    for (const id of ['two', 'three']) checkStream(await daemon.events(id), 'closed');
    const again = await open();
    expect(again.live.find('two')).toMatchObject({ ended: true, title: 'two' });
    expect(await again.events('two')).toEqual(await daemon.events('two'));
    again.abandon();
  });
}

const decisions = (events: readonly UniversalEvent[]): string[] =>
  events.flatMap(({ type, data }) => (type === 'permission.resolved' ? [(data as { status: string }).status] : []));
