import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import type { Event, Transcript } from '../../transcript.ts';
import { sourceOf } from '../contract.ts';
import { agentTrace } from './format.ts';

async function write(transcript: Transcript): Promise<string> {
  let text = '';
  for await (const piece of agentTrace.write?.(sourceOf(transcript), { digest: sha256 }) ?? []) text += String(piece);
  return text;
}
const recordOf = async (transcript: Transcript) => JSON.parse(await write(transcript));

const call = (callId: string, kind: string, input: object, more: Partial<Event> = {}): Partial<Event> => ({
  type: 'tool_call',
  tool: { name: kind, kind, callId, input, status: 'ok' },
  model: 'claude-sonnet-5',
  ...more,
});
const result = (callId: string, more: Partial<Event> = {}): Partial<Event> => ({
  type: 'tool_result',
  tool: { name: 'x', callId, output: '', status: 'ok' },
  ...more,
});
const diff = '@@ -10,3 +10,4 @@\n a\n-b\n+c\n+d\n e';

describe('a record', () => {
  const transcript = transcriptOf(
    [
      call('1', 'write', { file_path: '/home/dev/app/new.ts', content: 'one\ntwo\n' }),
      result('1'),
      call('2', 'edit', { file_path: 'old.ts', old_string: 'b', new_string: 'c\nd' }, { model: undefined }),
      result('2', { parts: [{ type: 'file_ref', path: 'old.ts', action: 'patch', diff }] }),
      call('3', 'edit', { file_path: 'guess.ts', old_string: 'b', new_string: 'c' }, { model: 'gpt-9' }),
      result('3'),
      call('4', 'write', { file_path: 'failed.ts', content: 'x' }),
      result('4', { tool: { name: 'x', callId: '4', status: 'error' } }),
      call('5', 'read', { file_path: 'read.ts' }),
      result('5'),
      call('6', 'write', { file_path: 'taken-back.ts', content: 'x' }, { withdrawn: true }),
      result('6'),
    ],
    { environment: { cwd: '/home/dev/app/', repo: { commit: 'a1b2c3d' } } },
  );

  it('has the lines that were written, by file and model', async () => {
    expect(await recordOf(transcript)).toEqual({
      version: '0.1.0',
      id: transcript.transcriptId,
      timestamp: '2026-03-01T10:00:00.000Z',
      vcs: { type: 'git', revision: 'a1b2c3d' },
      tool: { name: 'some-agent', version: '1.2.3' },
      files: [
        {
          path: 'new.ts',
          conversations: [
            {
              url: `urn:uuid:${transcript.transcriptId}`,
              contributor: { type: 'ai', model_id: 'anthropic/claude-sonnet-5' },
              ranges: [{ start_line: 1, end_line: 2, content_hash: expect.stringMatching(/^murmur3:[0-9a-f]{32}$/) }],
            },
          ],
        },
        {
          path: 'old.ts',
          conversations: [
            expect.objectContaining({ ranges: [expect.objectContaining({ start_line: 11, end_line: 12 })] }),
          ],
        },
        {
          path: 'guess.ts',
          conversations: [
            expect.objectContaining({ contributor: { type: 'ai', model_id: 'openai/gpt-9' }, ranges: [] }),
          ],
        },
      ],
      metadata: { session_id: 'native-1' },
    });
  });

  it.each(goldenTranscripts())('of $name holds the rules of the format', async ({ transcript }) => {
    const { id, timestamp, tool, files } = await recordOf(transcript);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(timestamp).toMatch(/Z$/);
    expect([typeof tool.name, typeof tool.version]).toEqual(['string', 'string']);
    const paths = files.map(({ path }: { path: string }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const { conversations } of files) {
      for (const { ranges } of conversations) {
        for (const { start_line, end_line } of ranges)
          expect([start_line >= 1, end_line >= start_line]).toEqual([true, true]);
      }
    }
  });
});

describe('the example', () => {
  it('is what is written for the example transcript', async () => {
    const path = fileURLToPath(new URL('../../../../../examples/agent-trace.example.jsonl', import.meta.url));
    await expect(await write(example as unknown as Transcript)).toMatchFileSnapshot(path);
  });
});
