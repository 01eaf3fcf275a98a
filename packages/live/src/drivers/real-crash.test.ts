/**
 * The crash matrix on real agents, by `npm run real-agents`: whoever is killed, whenever, what the agent said is in the stream, what
 * was open is closed or can still be answered, and no process is left.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import { StreamInvariants } from '@hansard/core/formats/universal/invariants.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marked } from '../processes/process-list.ts';
import { LiveFolder } from '../sessions/live-folder.ts';
import { type Daemon, type LiveHome, leftOf, ME } from '../testing/live-home.ts';
import { commandOf, homeFor, lackOf, specOf } from '../testing/real-agent.ts';
import { drivers } from './index.ts';

const asked = process.env['HANSARD_REAL_AGENTS']?.split(',') ?? [];
const tried = drivers.filter(({ agent, features }) => asked.includes(agent) && features.permissions);
const PATIENT = { timeout: 60_000, interval: 50 };

const VICTIMS = ['daemon', 'holder', 'agent', 'command'] as const;
const MOMENTS = [
  'before the first message',
  'in the middle of a text',
  'with a permission open',
  'between turns',
] as const;

it('knows every agent that `npm run real-agents` names', () => {
  expect(asked.filter((name) => !drivers.some(({ agent }) => agent === name))).toEqual([]);
});

for (const { agent } of tried) {
  const lack = lackOf(agent);
  describe.skipIf(lack !== undefined)(`kill -9 around the real ${agent}`, { timeout: 180_000 }, () => matrix(agent));
}

function matrix(agent: string): void {
  let home: LiveHome;
  const model = specOf(agent)?.model;
  const open = () => home.open({ agents: { [agent]: commandOf(agent) }, environment: ['HANSARD_TRIAL_NETWORK'] });
  const folder = () => new LiveFolder(join(home.path, 'archive'));
  const runOf = (id: string) =>
    folder()
      .runs()
      .findLast(({ header }) => header.id === id)?.run ?? '';
  const status = (daemon: Daemon, id: string) => daemon.live.find(id)?.status;
  const pendingOf = async (daemon: Daemon, id: string) =>
    (await daemon.live.pending()).filter(({ sessionId }) => sessionId === id);

  beforeAll(async () => {
    home = await homeFor(agent);
  }, 120_000);
  afterAll(() => {
    expect(leftOf(home.runs())).toBe(0);
    home.remove();
  });

  async function reach(daemon: Daemon, id: string, moment: (typeof MOMENTS)[number]): Promise<void> {
    const say = (message: string) => daemon.live.send(id, { message }, ME);
    if (moment === 'in the middle of a text') {
      await say('<<slow 300>>');
      await expect.poll(() => status(daemon, id), PATIENT).toBe('running');
      await expect.poll(() => home.wire(id).split('tock').length, PATIENT).toBeGreaterThan(1);
    } else if (moment === 'with a permission open') {
      await say(`<<run touch ${id.replaceAll(' ', '-')} ;; say Done>>`);
      await expect.poll(() => pendingOf(daemon, id), PATIENT).toHaveLength(1);
    } else if (moment === 'between turns') {
      await say('<<say Hello there>>');
      await expect.poll(() => home.wire(id), PATIENT).toContain('there');
      await expect.poll(() => status(daemon, id), PATIENT).toBe('idle');
    }
  }

  function killProcess(victim: 'holder' | 'agent', id: string): void {
    const state = folder().stateOf(runOf(id));
    if (!state) throw new Error('There is no process to kill.');
    process.kill(state[victim].pid, 'SIGKILL');
  }

  for (const victim of VICTIMS.filter((one) => one !== 'command')) {
    for (const moment of MOMENTS) {
      it(`the ${victim}, ${moment}`, async () => {
        const id = `${victim} ${moment}`;
        let daemon = await open();
        const created = await daemon.live.create(id, { agent, ...(model ? { model } : {}) }, ME);
        expect([created.healthy, created.error]).toEqual([true, undefined]);
        await reach(daemon, id, moment);
        if (victim === 'daemon') {
          daemon.abandon();
          daemon = await open();
          const [open1] = await pendingOf(daemon, id);
          if (moment === 'with a permission open') {
            await daemon.live.replyPermission(id, open1?.requestId ?? '', { reply: 'once' }, ME);
            await expect.poll(() => existsSync(join(home.work, id.replaceAll(' ', '-'))), PATIENT).toBe(true);
          }
          await expect.poll(() => status(daemon, id), PATIENT).toBe('idle');
          await daemon.live.terminate(id, ME);
        } else {
          killProcess(victim, id);
          await expect.poll(() => status(daemon, id), PATIENT).toBe('ended');
        }
        expect(await pendingOf(daemon, id)).toEqual([]);
        const events = await daemon.events(id);
        check(events);
        expect(leftOf([runOf(id)])).toBe(0);
        const again = await open();
        expect(await again.events(id)).toEqual(events);
        again.abandon();
        daemon.abandon();
      });
    }
  }

  it('a shell command of the agent: the agent goes on', async () => {
    const daemon = await open();
    await daemon.live.create('command', { agent, ...(model ? { model } : {}) }, ME);
    await daemon.live.send('command', { message: '<<run sleep 47 ;; say It was killed>>' }, ME);
    await expect.poll(() => pendingOf(daemon, 'command'), PATIENT).toHaveLength(1);
    const [one] = await pendingOf(daemon, 'command');
    await daemon.live.replyPermission('command', one?.requestId ?? '', { reply: 'once' }, ME);
    const run = runOf('command');
    const sleeping = () => marked(run).filter(({ pid }) => commandLine(pid).startsWith('sleep\0'));
    await expect.poll(() => sleeping().length, PATIENT).toBeGreaterThan(0);
    for (const { pid } of sleeping()) process.kill(pid, 'SIGKILL');
    await expect.poll(() => status(daemon, 'command'), PATIENT).toBe('idle');
    await daemon.live.terminate('command', ME);
    expect(leftOf([run])).toBe(0);
    daemon.abandon();
  });
}

function check(events: readonly UniversalEvent[]): void {
  const invariants = new StreamInvariants();
  for (const event of events) invariants.push(event);
  expect(invariants.finish('closed')).toEqual([]);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
