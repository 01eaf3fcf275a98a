import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../adapters/claude-code/index.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { MemoryHost } from '../../testing/memory-host.ts';

const line = (sessionId: string) => `${JSON.stringify({ type: 'user', sessionId })}\n`;
const project = '/home/dev/.claude/projects/-app';
const files = {
  [`${project}/s1.jsonl`]: line('s1'),
  [`${project}/s1/subagents/agent-a1.jsonl`]: line('s1'),
  [`${project}/s1/subagents/agent-a1.meta.json`]: '{"agentType":"Explore","description":"Look","toolUseId":"toolu_1"}',
  [`${project}/s1/subagents/workflows/wf/agent-a2.jsonl`]: line('s1'),
  [`${project}/s1/tool-results/x.txt`]: 'x',
  [`${project}/s2.jsonl`]: line('s2'),
  [`${project}/agent-b1.jsonl`]: line('s2'),
  [`${project}/memory/notes.md`]: 'x',
  '/home/dev/.claude/projects/hash/transcripts/t1.jsonl': line('t1'),
  '/home/dev/.claude/history.jsonl': '{}',
  '/srv/other/projects/-x/s3.jsonl': line('s3'),
};
const hostWith = (env: Record<string, string> = {}) => new MemoryHost(files, { digest: sha256, env });

async function located(env?: Record<string, string>) {
  const found = [];
  for await (const input of claudeCode.locate(hostWith(env))) found.push(input);
  return found;
}

describe('locate', () => {
  it('finds sessions, subagents in all layouts, side files and transcripts', async () => {
    const found = await located();
    expect(found.map(({ path, role }) => `${role} ${path.replace('/home/dev/.claude/projects/', '')}`)).toEqual([
      'session -app/s1.jsonl',
      'subagent -app/s1/subagents/agent-a1.jsonl',
      'side -app/s1/subagents/agent-a1.meta.json',
      'subagent -app/s1/subagents/workflows/wf/agent-a2.jsonl',
      'side -app/s1/tool-results/x.txt',
      'session -app/s2.jsonl',
      'subagent -app/agent-b1.jsonl',
      'session hash/transcripts/t1.jsonl',
    ]);
    expect(found[1]?.facts).toEqual({
      root: 's1',
      agent: { id: 'a1', type: 'Explore', title: 'Look', callId: 'toolu_1' },
    });
    expect(found[6]?.facts).toEqual({ root: 's2', agent: { id: 'b1' } });
  });

  it('follows CLAUDE_CONFIG_DIR, which may name several folders', async () => {
    const found = await located({ CLAUDE_CONFIG_DIR: '/nowhere, /srv/other' });
    expect(found.map(({ path }) => path)).toEqual(['/srv/other/projects/-x/s3.jsonl']);
  });
});

describe('inputsOf', () => {
  it.each(['s1.jsonl', 's1/subagents/agent-a1.jsonl', 's1/subagents/workflows/wf/agent-a2.jsonl'])(
    'finds the whole session from %s',
    async (member) => {
      const inputs = await claudeCode.inputsOf(hostWith(), `${project}/${member}`);
      expect(inputs.map(({ path }) => path.slice(project.length + 1))).toEqual([
        's1.jsonl',
        's1/subagents/agent-a1.jsonl',
        's1/subagents/agent-a1.meta.json',
        's1/subagents/workflows/wf/agent-a2.jsonl',
        's1/tool-results/x.txt',
      ]);
    },
  );

  it.each(['subagents', 'tool-results'])(
    'finds all of a session below a folder that is called %s by chance',
    async (name) => {
      const at = `/home/dev/${name}/x/projects/p`;
      const paths = [`${at}/s1.jsonl`, `${at}/s1/subagents/agent-a1.jsonl`];
      const host = new MemoryHost(Object.fromEntries(paths.map((path) => [path, '{}'])), { digest: sha256 });
      for (const path of paths) {
        const inputs = await claudeCode.inputsOf(host, path);
        expect(inputs.map((input) => input.path)).toEqual(paths);
      }
    },
  );

  it('finds the session of an agent’s file beside it', async () => {
    const inputs = await claudeCode.inputsOf(hostWith(), `${project}/agent-b1.jsonl`);
    expect(inputs.map(({ path }) => path.slice(project.length + 1))).toEqual(['s2.jsonl', 'agent-b1.jsonl']);
  });

  it('leaves a recorded stream alone', async () => {
    expect(await claudeCode.inputsOf(hostWith(), '/tmp/stream.json')).toEqual([
      { path: '/tmp/stream.json', kind: 'log', role: 'session' },
    ]);
  });
});
