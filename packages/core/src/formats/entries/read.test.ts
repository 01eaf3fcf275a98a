import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { sha256 } from '../../testing/fixtures.ts';
import type { Transcript } from '../../transcript.ts';
import { collectTranscripts, sourceOf } from '../contract.ts';
import { entries } from './format.ts';
import { entriesSchema } from './schema.ts';

const context = { digest: sha256 };
const document = example as unknown as Transcript;
async function write(transcript: Transcript): Promise<string> {
  let text = '';
  for await (const piece of entries.write?.(sourceOf(transcript), context) ?? []) text += String(piece);
  return text;
}
const read = (text: string) => collectTranscripts(entries.read?.([text], context) as never);
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

describe('entries of ours', () => {
  it('give their transcripts back, several in one file and one in which nothing happened', async () => {
    const empty = { ...document, events: [] };
    const text = (await write(document)) + (await write(empty)) + (await write(document));
    expect(await read(text)).toEqual({ transcripts: [document, empty, document], problems: [] });
  });

  it('have no metadata that only repeats what they say', async () => {
    const first = JSON.parse((await write(document)).split('\n')[0] as string);
    expect(first.content).toContain('The login test fails');
    expect(first.metadata).not.toHaveProperty('timestamp');
    expect(first.metadata).not.toHaveProperty('source');
  });
});

describe('entries of somebody else', () => {
  const entry = (role: string, content: string, more = {}) => ({
    role,
    content,
    created_at: '2026-03-01T09:15:32+00:00',
    ...more,
  });

  it('become one transcript, each source in its own order', async () => {
    const { transcripts, problems } = await read(
      lines(
        entry('user', 'Fix it', { sequence: 0, entry_id: 'u1', metadata: { claude_session_id: 's-1' } }),
        entry('tool', 'text', { sequence: 2, tool_name: 'Read', tool_call_id: 'c' }),
        entry('assistant', 'below', { sequence: 0, source: 'subagent:a', metadata: { model: 'm' } }),
        entry('assistant', '{"path": "a"}', {
          sequence: 1,
          tool_name: 'Read',
          tool_call_id: 'c',
          tool_input: { path: 'a' },
        }),
      ),
    );
    expect(problems).toEqual([]);
    expect(transcripts[0]).toMatchObject({
      session: { nativeId: 's-1', models: ['m'], startedAt: '2026-03-01T09:15:32Z' },
      metrics: { eventCount: 4, toolCallCount: 1 },
      events: [
        { id: 'u1', seq: 1, type: 'user_message', text: 'Fix it', extra: { metadata: { claude_session_id: 's-1' } } },
        { type: 'tool_call', tool: { name: 'Read', callId: 'c', input: { path: 'a' } }, sourceSeq: 2 },
        { type: 'assistant_message', source: 'subagent:a', sourceSeq: 1 },
        { type: 'tool_result', tool: { output: 'text' }, sourceSeq: 3 },
      ],
    });
  });

  it('are written as they were, with ids, metadata and fields that nobody knows', async () => {
    const text = `${lines(
      { __type__: 'weakincentives.TranscriptEntry', ...entry('system', 'Be brief.', { entry_id: 'a', sequence: 0 }) },
      entry('assistant', '{"path":"a"}', {
        tool_name: 'Read',
        tool_input: null,
        metadata: { id: 7, tokens: [1] },
        later: {},
        sequence: 4,
      }),
      entry('tool', '', { tool_name: null, tool_call_id: 'c', source: 'primary', sequence: 9, metadata: null }),
      { ...entry('user', 'again', { entry_id: 'a', sequence: 12 }), created_at: 'noon' },
    )}\n`;
    const { transcripts } = await read(text);
    expect(await write(transcripts[0] as Transcript)).toBe(text);
  });

  it('have our receipt when something was taken out of them', async () => {
    const { transcripts } = await read(lines(entry('user', 'Fix it', { entry_id: 'a', mine: 1 })));
    const [transcript] = transcripts as [Transcript];
    const redacted = { ...transcript, privacy: { ...transcript.privacy, profile: 'strict' } };
    expect(await read(await write(redacted))).toEqual({ transcripts: [redacted], problems: [] });
  });

  it('may have odd times and arguments', async () => {
    const { transcripts } = await read(
      lines({ ...entry('assistant', 'not json', { tool_name: 'x' }), created_at: 'noon' }),
    );
    expect(transcripts[0]?.events).toMatchObject([{ timestampSource: 'none', tool: { input: 'not json' } }]);
  });

  it('are told where they are wrong', async () => {
    const { transcripts, problems } = await read(
      [
        '{"role":"user"',
        lines(entry('critic', 'no'), { role: 'user', content: 3, created_at: 'x' }),
        lines(entry('user', 'yes')),
      ].join('\n'),
    );
    expect(problems).toEqual([
      { line: 1, column: 15, pointer: '', message: 'not JSON: expected , or a closing bracket, found the end' },
      { line: 2, column: 9, pointer: '/role', message: 'expected "system" or "user" or "assistant" or "tool"' },
      { line: 3, column: 26, pointer: '/content', message: 'expected string' },
    ]);
    expect(transcripts[0]?.events).toHaveLength(1);
  });
});

describe('the example', () => {
  const path = fileURLToPath(new URL('../../../../../examples/entries.example.jsonl', import.meta.url));

  it('is what is written for the example transcript', async () => {
    await expect(await write(document)).toMatchFileSnapshot(path);
  });

  it('is valid by the published schema', () => {
    const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(entriesSchema());
    for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
      expect(isValid(JSON.parse(line)), JSON.stringify(isValid.errors)).toBe(true);
    }
  });
});
