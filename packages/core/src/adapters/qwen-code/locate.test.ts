import { describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/fixtures.ts';
import { MemoryHost } from '../../testing/memory-host.ts';
import { inputsOf, locate } from './locate.ts';

const project = '/data/qwen/projects/p';
const files = {
  [`${project}/chats/s1.jsonl`]: '',
  [`${project}/subagents/s1/agent-explore-c1.jsonl`]: '',
  [`${project}/subagents/s1/agent-explore-c1.meta.json`]:
    '{"agentType":"explore","toolUseId":"c1","description":"Look"}',
};
const host = new MemoryHost(files, { digest: sha256, env: { QWEN_RUNTIME_DIR: '/data/qwen' } });

describe('qwen-code: where sessions are', () => {
  it('follows the variable, and reads what lies beside a subagent', async () => {
    const found = [];
    for await (const input of locate(host)) found.push(input);
    expect(found.map(({ path, role }) => [path.slice(project.length), role])).toEqual([
      ['/chats/s1.jsonl', 'session'],
      ['/subagents/s1/agent-explore-c1.jsonl', 'subagent'],
      ['/subagents/s1/agent-explore-c1.meta.json', 'side'],
    ]);
    const agent = { id: 'explore-c1', type: 'explore', title: 'Look', callId: 'c1' };
    expect(found[1]?.facts).toEqual({ root: 's1', agent });
  });

  it('finds the same inputs from the log and from a subagent', async () => {
    const whole = await inputsOf(host, `${project}/chats/s1.jsonl`);
    expect(whole.length).toBe(3);
    expect(await inputsOf(host, `${project}/subagents/s1/agent-explore-c1.jsonl`)).toEqual(whole);
  });
});
