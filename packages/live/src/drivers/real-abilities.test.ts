/**
 * What drivers say that their agents can do, tried on the real agents one by one: an ability that is in `features` and does not show
 * here fails (`npm run real-agents`; it takes too long for every run). What an agent offers only under conditions of its own is named in its `real-agent.json`, with the reason.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, type LiveHome, leftOf, ME } from '../testing/live-home.ts';
import { commandOf, homeFor, lackOf, specOf } from '../testing/real-agent.ts';
import { textsOf } from '../testing/streams.ts';
import { driverOf, drivers } from './index.ts';

const asked = process.env['HANSARD_REAL_AGENTS']?.split(',');
const tried = drivers.map(({ agent }) => agent).filter((agent) => asked?.includes(agent) === true);

const PATIENT = { timeout: 60_000, interval: 50 };
const KEY = 'a-key-of-23-characters!';
const TOOLS = fileURLToPath(new URL('../testing/tool-server.cjs', import.meta.url));
/** One red dot. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

it.skipIf(asked === undefined)('knows the agents that it was asked to try', () => {
  expect(tried).toEqual(asked?.toSorted((a, b) => tried.indexOf(a) - tried.indexOf(b)));
});

for (const agent of tried) {
  const lack = lackOf(agent);
  const name = lack === undefined ? agent : `${agent} (skipped: ${lack})`;
  describe.skipIf(lack !== undefined)(`the real ${name}`, { timeout: 120_000 }, () => tryAgent(agent));
}

function tryAgent(agent: string): void {
  const { features } = driverOf(agent) ?? expect.fail(`There is no driver for ${agent}.`);
  const { model, without = {} } = specOf(agent) ?? {};
  let home: LiveHome;
  let daemon: Daemon;
  const settled = (id: string) => expect.poll(() => daemon.live.find(id)?.status, PATIENT).toBe('idle');
  const texts = async (id: string) => textsOf(await daemon.events(id)).join('\n');
  const says = (id: string, text: string) => expect.poll(() => texts(id), PATIENT).toContain(text);
  const create = async (id: string, options: object = {}) => {
    const created = await daemon.live.create(id, { agent, ...(model ? { model } : {}), ...options }, ME);
    expect([created.healthy, created.error]).toEqual([true, undefined]);
  };
  /** Whatever is asked meanwhile is allowed; questions are answered by their first choice. */
  const allowAll = async (id: string) => {
    const done = async () => daemon.live.find(id)?.status === 'idle';
    while (!(await done())) {
      for (const item of await daemon.live.pending()) {
        const answers = item.questions?.map(({ options }) => [options[0] ?? 'yes']);
        await (answers
          ? daemon.live.replyQuestion(id, item.requestId, answers, ME)
          : daemon.live.replyPermission(id, item.requestId, { reply: 'once' }, ME)
        ).catch(() => {});
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const ability = (name: keyof typeof features, what: string, trial: () => Promise<void>) =>
    it.runIf(features[name] && without[name] === undefined)(what, trial);

  beforeAll(async () => {
    home = await homeFor(agent);
    writeFileSync(join(home.work, 'note.txt'), 'The word is heliotrope.');
    const mcp = { trial: { command: process.execPath, args: [TOOLS], env: { TRIAL_KEY: KEY } } };
    const agents = { [agent]: commandOf(agent) };
    daemon = await home.open({ agents, environment: ['HANSARD_TRIAL_NETWORK'], mcp });
    await create('trial');
  }, 120_000);

  afterAll(async () => {
    await daemon.stop();
    expect(leftOf(home.runs())).toBe(0);
    expect(home.reported).toEqual([]);
    if (!process.env['HANSARD_KEEP_TRIAL']) home.remove();
    else console.log(home.path);
  }, 60_000);

  ability('images', 'sees images', async () => {
    const attachments = [{ data: PICTURE, filename: 'dot.png', mime: 'image/png' }];
    await daemon.live.send('trial', { message: '<<look>>', attachments }, ME);
    await says('trial', 'Images: some.');
    await settled('trial');
  });

  ability('files', 'is told of files', async () => {
    await daemon.live.send('trial', { message: '<<find note txt>>', attachments: [{ path: 'note.txt' }] }, ME);
    await allowAll('trial');
    expect(await texts('trial')).toContain('note.txt: there');
  });

  it('takes a message that waited for the end of the turn', async () => {
    await daemon.live.send('trial', { message: '<<slow 40>>' }, ME);
    const { queued } = await daemon.live.send('trial', { message: '<<say It waited.>>' }, ME);
    expect(queued).toBe(true);
    await says('trial', 'It waited.');
    await settled('trial');
  });

  ability('steer', 'takes a message into the turn', async () => {
    await daemon.live.send('trial', { message: '<<slow 60>>' }, ME);
    await expect
      .poll(() => home.wire('trial').lastIndexOf('tock5'), PATIENT)
      .toBeGreaterThan(home.wire('trial').lastIndexOf('<<slow 60>>'));
    const { queued } = await daemon.live.send('trial', { message: '<<say It was steered.>>', steer: true }, ME);
    expect(queued).toBe(false);
    await says('trial', 'It was steered.');
    await settled('trial');
  });

  ability('effort', 'changes how much it thinks', async () => {
    await daemon.live.settings('trial', { effort: 'high' }, ME);
    await daemon.live.send('trial', { message: '<<say Thought.>>' }, ME);
    await says('trial', 'Thought.');
    await settled('trial');
    expect(daemon.live.find('trial')?.variant).toBe('high');
  });

  ability('questions', 'asks all questions of a request', async () => {
    await create('asks', without['questionsOutsidePlan'] ? { permissionMode: 'plan' } : {});
    await daemon.live.send('asks', { message: '<<ask ;; say It was answered.>>' }, ME);
    await expect.poll(() => daemon.live.pending(), PATIENT).toHaveLength(1);
    const [item] = await daemon.live.pending();
    expect(item?.questions?.map(({ prompt, options }) => [prompt, options])).toEqual([
      ['Which colour?', ['Red', 'Blue']],
      ['Which size?', ['Small', 'Large']],
    ]);
    await daemon.live.replyQuestion('asks', item?.requestId ?? '', [['Blue'], ['Large']], ME);
    await says('asks', 'It was answered.');
    await settled('asks');
    const resolved = (await daemon.events('asks')).filter(({ type }) => type === 'question.resolved');
    expect(resolved.map(({ data }) => (data as { response?: string }).response)).toEqual(['Blue', 'Large']);
    await daemon.live.terminate('asks', ME);
  });

  ability('plans', 'has its plan approved', async () => {
    await create('plans', { permissionMode: 'plan' });
    await daemon.live.send('plans', { message: '<<plan Paint it. ;; say It is painted.>>' }, ME);
    await expect.poll(() => daemon.live.pending(), PATIENT).toHaveLength(1);
    const [item] = await daemon.live.pending();
    expect(item).toMatchObject({ kind: 'question', plan: true });
    await daemon.live.replyQuestion('plans', item?.requestId ?? '', [[item?.questions?.[0]?.options[0] ?? '']], ME);
    await says('plans', 'It is painted.');
    await settled('plans');
    await daemon.live.terminate('plans', ME);
  });

  ability('subagents', 'shows what a subagent says', async () => {
    await daemon.live.send('trial', { message: '<<agent 1 ;; say All reported.>>' }, ME);
    await allowAll('trial');
    await says('trial', 'All reported.');
    expect(JSON.stringify(await daemon.events('trial'))).toContain('Report 1');
  });

  ability('mcp', 'uses a server of tools, whose variables stand in no wire', async () => {
    await create('tools', { mcp: [{ name: 'trial' }] });
    // Some agents start servers beside the first turns.
    await expect
      .poll(async () => {
        await daemon.live.send('tools', { message: '<<call measure_key ;; say It was measured.>>' }, ME);
        await allowAll('tools');
        return JSON.stringify(await daemon.events('tools'));
      }, PATIENT)
      .toContain(`The key has ${KEY.length} letters.`);
    expect(home.wire('tools')).not.toContain(KEY);
    await daemon.live.terminate('tools', ME);
  });

  ability('fork', 'goes on in a copy', async () => {
    await daemon.live.send('trial', { message: '<<say Before the copy.>>' }, ME);
    await says('trial', 'Before the copy.');
    await settled('trial');
    const copy = await daemon.live.fork('trial', 'copy', ME);
    expect([copy.healthy, copy.error]).toEqual([true, undefined]);
    await daemon.live.send('copy', { message: '<<say In the copy.>>' }, ME);
    await says('copy', 'In the copy.');
    await settled('copy');
    expect(daemon.live.find('copy')?.nativeSessionId).not.toBe(daemon.live.find('trial')?.nativeSessionId);
    expect(await texts('trial')).not.toContain('In the copy.');
  });
}
