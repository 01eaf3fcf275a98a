/** Names of turns in the timeline: each by its prompt, and none where one bar stands for several. */
import { expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

const CWD = '/home/dev/shop';

function logOf(sessionId: string, turns: number): Record<string, string> {
  let time = Date.UTC(2026, 9, 1);
  const lines: string[] = [];
  const add = (type: string, content: unknown) => {
    time += 2000;
    const message = { role: type, content, ...(type === 'assistant' && { id: `m-${lines.length}`, model: 'm-1' }) };
    const uuid = `${sessionId.slice(0, 8)}-0000-4000-8000-${String(lines.length).padStart(12, '0')}`;
    const timestamp = new Date(time).toISOString();
    lines.push(JSON.stringify({ type, uuid, sessionId, cwd: CWD, version: '2.0.0', timestamp, message }));
  };
  for (let turn = 0; turn < turns; turn++) {
    add('user', `Prompt ${turn}`);
    add('assistant', [{ type: 'tool_use', id: `c-${turn}`, name: 'Bash', input: { command: 'make' } }]);
    add('user', [{ type: 'tool_result', tool_use_id: `c-${turn}`, content: 'made' }]);
  }
  return { [`.claude/projects/${CWD.replaceAll('/', '-')}/${sessionId}.jsonl`]: `${lines.join('\n')}\n` };
}

it('names turns by their prompts, but for bars that stand for several', async () => {
  const [short, long] = ['aaaa0001-0000-4000-8000-000000000001', 'bbbb0002-0000-4000-8000-000000000002'];
  const server = await TestServer.start({ files: { ...logOf(short, 2), ...logOf(long, 1800) } });
  try {
    const turnsOf = async (id: string): Promise<{ name: string; merged?: number }[]> => {
      const { lanes } = await server.json(`/v1/sessions/${id}/timeline`);
      return lanes[0].spans.filter(({ kind }: { kind: string }) => kind === 'turn');
    };
    expect((await turnsOf(short)).map(({ name }) => name)).toEqual(['Prompt 0', 'Prompt 1']);
    const merged = await turnsOf(long);
    expect(merged.length).toBeLessThan(1800);
    expect(merged.every(({ name, merged: count = 1 }) => (count > 1 ? name === '' : name !== ''))).toBe(true);
  } finally {
    await server.stop();
  }
});
