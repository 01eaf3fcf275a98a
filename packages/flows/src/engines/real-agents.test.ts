/** A flow of three steps with a loop by real agents, each in a home of its own beside a model that does what the prompt says. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { drivers } from '@hansard/live';
import { type Daemon, type LiveHome, leftOf, ME } from '@hansard/live/testing/live-home.ts';
import { commandOf, homeFor, lackOf, specOf } from '@hansard/live/testing/real-agent.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FlowRun } from '../running/flow-run.ts';
import { RunHome, stubRun } from '../testing/run-home.ts';
import { liveEngine } from './live-engine.ts';
import { localAgents } from './local-agents.ts';

/** Those that every run has, and that can be told to go ahead by a policy: two are enough. */
const tried = drivers.filter(
  ({ agent, features }) => specOf(agent)?.ordinary && features.resume && features.permissions,
);
const POLICY = { deny: [], ask: [], allow: [{ id: 'all', kind: 'any' as const }] };

for (const { agent } of tried.slice(0, 2)) {
  const lack = lackOf(agent);
  const name = lack === undefined ? agent : `${agent} (skipped: ${lack})`;
  describe.skipIf(lack !== undefined)(`the real ${name}`, { timeout: 180_000 }, () => tryAgent(agent));
}

function tryAgent(agent: string): void {
  const model = specOf(agent)?.model;
  const home = new RunHome();
  let live: LiveHome;
  let daemon: Daemon;

  beforeAll(async () => {
    live = await homeFor(agent);
    const settings = { agents: { [agent]: commandOf(agent) }, environment: ['HANSARD_TRIAL_NETWORK'] };
    daemon = await live.open({ ...settings, policy: POLICY });
  }, 120_000);

  afterAll(async () => {
    await daemon.stop();
    expect(leftOf(live.runs())).toBe(0);
    expect(live.reported).toEqual([]);
    live.remove();
    home.remove();
  }, 60_000);

  it('does all steps, repeats the loop, and passes the gate', async () => {
    const chosen = model === undefined ? '' : `, model: "${model}"`;
    const text = `key: build
engine: ${agent}-step
steps:
  - {id: load, agent: loader, role: "<<say Loaded.>>"${chosen}}
  - {id: impl-loop, agent: coder, role: "<<run touch made.txt ;; say Painted.>>", loop: {max: 2, until: NEVER}${chosen}}
  - {id: check, agent: critic, role: "<<say MERGE>>", inputs: [load], gate: MERGE${chosen}}
`;
    const agents = localAgents(daemon.live, daemon.archive.store, ME);
    const engine = async () => () => liveEngine({ agents, directory: live.work, ask: false });
    const wanted = await stubRun(text, live.work, { stub: false });
    const run = await FlowRun.begin({ runs: home.runs, live: engine }, wanted);
    expect(await run.run()).toEqual({ status: 'succeeded', error: undefined });
    expect(existsSync(join(live.work, 'made.txt'))).toBe(true);
    const files = home.files(run.id);
    const linesOf = (path: string) =>
      (files[path] ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    const name = `build/llm/impl-loop-coder-${agent}`;
    for (const path of [`${name}.jsonl`, `${name}@1.jsonl`]) {
      const lines = linesOf(path);
      expect(lines.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
        expect.stringContaining('Step role: <<run touch made.txt'),
      ]);
      const tools = lines.filter(({ role }) => role === 'tool');
      expect(tools.map(({ tool_input }) => JSON.stringify(tool_input))).toEqual([
        expect.stringContaining('touch made.txt'),
      ]);
      expect(lines.filter(({ role }) => role === 'assistant').at(-1).content).toContain('Painted.');
    }
    const receipt = JSON.parse(files['build/receipts/impl-loop-coder.json'] ?? '');
    expect(receipt).toMatchObject({
      engine: `${agent}-step`,
      status: 'succeeded',
      routing: { loop_iteration: 2, decision: 'advance' },
    });
    expect(receipt.tokens.prompt).toBeGreaterThan(0);
    expect(receipt.model).not.toBe('unknown');
    expect(JSON.parse(files['build/receipts/check-critic.json'] ?? '')).toMatchObject({
      routing: { decision: 'advance' },
    });
  });
}
