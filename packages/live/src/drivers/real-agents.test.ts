/**
 * Every driver with its real agent, as far as it is there: one session with a permission that is given, one that is not, an
 * interrupt, the end, and going on in another process. Afterwards the agent's own log is read: what both tell is there once.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sync } from '@hansard/archive';
import { adapters } from '@hansard/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, type LiveHome, leftOf, ME } from '../testing/live-home.ts';
import { commandOf, homeFor, lackOf, specOf } from '../testing/real-agent.ts';
import { checkStream, textsOf } from '../testing/streams.ts';
import { driverOf, drivers } from './index.ts';

/** The script names those that it has fetched; otherwise those that every run has. */
const asked = process.env['HANSARD_REAL_AGENTS']?.split(',');
const tried = drivers
  .map(({ agent }) => agent)
  .filter((agent) => (asked ? asked.includes(agent) : specOf(agent)?.ordinary));

const PATIENT = { timeout: 60_000, interval: 50 };
const ID = 'trial';

for (const agent of tried) {
  const lack = lackOf(agent);
  const name = lack === undefined ? agent : `${agent} (skipped: ${lack})`;
  describe.skipIf(lack !== undefined)(`the real ${name}`, { timeout: 120_000 }, () => tryAgent(agent));
}

function tryAgent(agent: string): void {
  const { features } = driverOf(agent) ?? expect.fail(`There is no driver for ${agent}.`);
  const model = specOf(agent)?.model;
  let home: LiveHome;
  let daemon: Daemon;
  const open = () => home.open({ agents: { [agent]: commandOf(agent) }, environment: ['HANSARD_TRIAL_NETWORK'] });
  const status = () => daemon.live.find(ID)?.status;
  const settled = () => expect.poll(status, PATIENT).toBe('idle');
  const permission = async () => {
    await expect.poll(() => daemon.live.pending(), PATIENT).toHaveLength(1);
    const [one] = await daemon.live.pending();
    return one?.requestId ?? '';
  };

  beforeAll(async () => {
    home = await homeFor(agent);
    daemon = await open();
    const created = await daemon.live.create(ID, { agent, ...(model ? { model } : {}) }, ME);
    expect([created.healthy, created.error]).toEqual([true, undefined]);
  }, 120_000);

  afterAll(async () => {
    await daemon.stop();
    expect(leftOf(home.runs())).toBe(0);
    expect(home.reported).toEqual([]);
    if (!process.env['HANSARD_KEEP_TRIAL']) home.remove();
    else console.log(home.path);
  }, 60_000);

  it('does what it is allowed to', async () => {
    await daemon.live.send(ID, { message: 'First. <<run touch made.txt ;; say All is done.>>' }, ME);
    if (features.permissions) await daemon.live.replyPermission(ID, await permission(), { reply: 'once' }, ME);
    await settled();
    expect(existsSync(join(home.work, 'made.txt'))).toBe(true);
    const events = await daemon.events(ID);
    expect(textsOf(events)).toContain('All is done.');
    checkStream(events, 'open');
  });

  it.runIf(features.permissions)('does not do what it is not allowed to', async () => {
    await daemon.live.send(ID, { message: 'Second. <<run touch never.txt ;; say It was refused.>>' }, ME);
    await daemon.live.replyPermission(ID, await permission(), { reply: 'reject' }, ME);
    await settled();
    expect(existsSync(join(home.work, 'never.txt'))).toBe(false);
  });

  it.runIf(features.interrupt)('stops when it is interrupted', async () => {
    await daemon.live.send(ID, { message: 'Third. <<slow 400>>' }, ME);
    if (features.deltas) await expect.poll(() => home.wire(ID).split('tock').length, PATIENT).toBeGreaterThan(3);
    await daemon.live.interrupt(ID, ME);
    await settled();
    const events = await daemon.events(ID);
    checkStream(events, 'open');
    expect(textsOf(events).join('').split('tock').length).toBeLessThan(400);
  });

  it.runIf(features.permissions && features.interrupt)('closes what is open when it is interrupted', async () => {
    await daemon.live.send(ID, { message: 'Fourth. <<run touch never.txt ;; say Never.>>' }, ME);
    await permission();
    await daemon.live.interrupt(ID, ME);
    await settled();
    expect(await daemon.live.pending()).toEqual([]);
    checkStream(await daemon.events(ID), 'open');
  });

  it('leaves no process when it is ended, and goes on in another where it can', async () => {
    await daemon.live.terminate(ID, ME);
    expect(leftOf(home.runs())).toBe(0);
    checkStream(await daemon.events(ID), 'closed');
    if (!features.resume) return;
    daemon.abandon();
    daemon = await open();
    const resumed = await daemon.live.resume(ID, ME);
    expect([resumed.healthy, resumed.error]).toEqual([true, undefined]);
    await daemon.live.send(ID, { message: 'Fifth. <<say Here again.>>' }, ME);
    await expect.poll(async () => textsOf(await daemon.events(ID)), PATIENT).toContain('Here again.');
    await settled();
  });

  it('tells everything once, also when its own log is read', async () => {
    await daemon.live.terminate(ID, ME);
    const { archive } = daemon;
    await sync({ archive, adapters, host: home.host, now: new Date().toISOString() });
    const stored = (await daemon.live.stored(ID)) ?? '';
    const events = await archive.store.events.page(stored, 0, 100_000);
    const said = (type: string, text: string) =>
      events.filter((event) => event.type === type && JSON.stringify(event).includes(text)).length;
    expect([said('assistant_message', 'All is done.'), said('user_message', 'First. <<run')]).toEqual([1, 1]);
    expect(said('tool_call', 'touch made.txt')).toBe(1);
    expect(events.filter(({ type }) => type === 'unparsed')).toEqual([]);
  });

  (specOf(agent)?.apart ? it.fails : it)('is one session with its own log', async () => {
    const { sessions } = await daemon.archive.store.sessions.page({ order: 'newest', limit: 100 });
    expect(sessions.map(({ id }) => id)).toEqual([await daemon.live.stored(ID)]);
  });
}
