/** Numbers of a subagent that its parent's records of progress repeat count once, and where its own file is gone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, loadPriceBook } from '@hansard/core';
import { readNumbers } from '@hansard/core/numbers/report.ts';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { sync } from '../../sync/sync.ts';

const SESSION = '0d0d0d0d-2222-4222-8222-000000000009';
const PROJECT = '/home/dev/.claude/projects/-work';
const at = (second: number) => `2026-02-10T07:00:${String(second).padStart(2, '0')}.000Z`;
const usage = (output: number) => ({ input_tokens: 10, output_tokens: output });
const message = (id: string, output: number) => ({
  id,
  role: 'assistant',
  model: 'claude-opus-4-8',
  content: [{ type: 'text', text: 'Found.' }],
  usage: { ...usage(output), speed: 'fast' },
});
const line = (type: string, second: number, fields: object) =>
  `${JSON.stringify({ type, uuid: `u-${type}-${second}`, parentUuid: null, sessionId: SESSION, version: '2.1.37', cwd: '/work', timestamp: at(second), ...fields })}\n`;
const progress = (second: number, id: string, output: number) =>
  line('progress', second, {
    parentToolUseID: 'toolu_1',
    data: { type: 'agent_progress', agentId: 'a1', message: { type: 'assistant', message: message(id, output) } },
  });

const LOG =
  line('user', 1, { message: { role: 'user', content: 'Look around.' } }) +
  progress(3, 'msg_1', 1) +
  progress(4, 'msg_1', 5) +
  progress(5, 'msg_2', 7);
/** The file has the final numbers of the first response, and lacks the second. */
const OWN = line('assistant', 4, { agentId: 'a1', isSidechain: true, message: message('msg_1', 50) });

async function outputs(order: readonly (readonly [string, string])[]) {
  const home = mkdtempSync(join(tmpdir(), 'hansard-progress-'));
  const host = new MemoryHost({}, { env: { HANSARD_HOME: home }, digest: sha256 });
  const archive = await Archive.open(host, adapters);
  try {
    for (const [path, text] of order) {
      host.files.set(path, new TextEncoder().encode(text));
      await sync({ archive, adapters, host, now: at(59) });
    }
    const prices = await loadPriceBook();
    const { groups } = await readNumbers(archive.store, { by: ['model'], timezone: 'UTC', prices });
    const [row] = archive.sql.all('SELECT sum(output) AS n, min(subagent) AS subagent FROM usage WHERE own = 1');
    return { models: groups.map(({ key, own: sum }) => [key[0], sum.output]), row: { ...row } };
  } finally {
    archive.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const log = [`${PROJECT}/${SESSION}.jsonl`, LOG] as const;
const own = [`${PROJECT}/${SESSION}/subagents/agent-a1.jsonl`, OWN] as const;

it.each([
  ['without the subagent’s file', [log], 5 + 7],
  ['with it', [own, log], 50 + 7],
  ['when it comes later', [log, own], 50 + 7],
])('counts them %s', async (_name, order, output) => {
  const { models, row } = await outputs(order);
  expect(models).toEqual([['claude-opus-4-8-fast', output]]);
  expect(row).toEqual({ n: output, subagent: 1 });
});
