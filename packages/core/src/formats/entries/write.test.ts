import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Event, Transcript } from '../../transcript.ts';
import { writeEntries } from './write.ts';

const digest = (data: string) => createHash('sha256').update(data).digest('hex');
const entriesOf = (events: Partial<Event>[]) => {
  const complete = events.map((event, i) => ({
    id: `e${i}`,
    seq: i + 1,
    sourceSeq: i + 1,
    source: 'primary',
    timestamp: '2026-03-01T09:15:32Z',
    type: 'meta',
    ...event,
  }));
  return [...writeEntries({ transcriptId: 't', events: complete } as unknown as Transcript, { digest })];
};

describe('writeEntries', () => {
  it('makes a call an assistant entry and its result a tool entry', () => {
    const tool = { name: 'Read', callId: 'c1', input: { path: 'a.py', lines: [1, 2] } };
    const [call, result] = entriesOf([
      { type: 'tool_call', role: 'assistant', tool: { ...tool, status: 'ok' } },
      { type: 'tool_result', role: 'tool', tool: { name: 'Read', callId: 'c1', output: 'text', exitCode: 0 } },
    ]);
    expect(call).toMatchObject({
      role: 'assistant',
      content: '{"path": "a.py", "lines": [1, 2]}',
      tool_name: 'Read',
      tool_call_id: 'c1',
      tool_input: tool.input,
      metadata: { type: 'tool_call', tool: { status: 'ok' } },
      sequence: 0,
    });
    expect(result).toMatchObject({ role: 'tool', content: 'text', tool_input: null, sequence: 1 });
    expect(result?.metadata).toMatchObject({ tool: { exitCode: 0 } });
  });

  it('numbers each source from 0 and keeps its name', () => {
    const entries = entriesOf([
      { type: 'user_message', text: 'hi' },
      { type: 'user_message', text: 'go', source: 'subagent:a', sourceSeq: 1 },
    ]);
    expect(entries.map(({ source, sequence }) => [source, sequence])).toEqual([
      ['primary', 0],
      ['subagent:a', 0],
    ]);
  });

  it('gives ids that are UUIDs, distinct, and the same every time', () => {
    const ids = () => entriesOf([{}, {}]).map(({ entry_id }) => entry_id);
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(2);
    expect(ids()[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('has words for events without text', () => {
    const contents = entriesOf([
      { type: 'permission', permission: { id: 'p', action: 'run ls', status: 'accept', by: 'user' } },
      {
        type: 'question',
        question: { id: 'q', prompt: 'Which?', options: ['a', 'b'], status: 'answered', response: 'a' },
      },
      { type: 'error', error: { message: 'overloaded' } },
      { type: 'turn', phase: 'started' },
      { type: 'unparsed', raw: { odd: true } },
      { type: 'user_message', parts: [{ type: 'image', mime: 'image/png' }] },
      {
        type: 'tool_result',
        tool: { name: 'Edit' },
        parts: [{ type: 'file_ref', path: 'a', action: 'patch', diff: '+x' }],
      },
      { type: 'tool_call', tool: { name: 'apply_patch', input: '*** Begin Patch' } },
    ]).map(({ content }) => content);
    expect(contents).toEqual([
      'run ls: accept (by user)',
      'Which?\n- a\n- b\n→ a',
      'overloaded',
      'turn started',
      '{"odd": true}',
      '[image image/png]',
      '[patch a]\n+x',
      '*** Begin Patch',
    ]);
  });
});
