/** Arrays of messages must be such as the providers take: on every golden transcript, and on generated ones. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import example from '../../../../examples/transcript.example.json' with { type: 'json' };
import { transcriptOf } from '../testing/events.ts';
import { sha256 } from '../testing/fixtures.ts';
import { generatedTranscript } from '../testing/generated-transcripts.ts';
import { goldenTranscripts } from '../testing/golden-transcripts.ts';
import { fc } from '../testing/property.ts';
import type { Event, Transcript } from '../transcript.ts';
import { anthropicMessages } from './anthropic-messages/format.ts';
import { type FileFormat, type OptionValues, sourceOf } from './contract.ts';
import { openAiMessages } from './openai-messages/format.ts';
import { sessionTrace } from './session-trace/format.ts';

// biome-ignore lint/suspicious/noExplicitAny: what was written is looked at as others would
type Json = any;

async function textOf(format: FileFormat, transcript: Transcript, options: OptionValues = {}): Promise<string> {
  let text = '';
  for await (const piece of format.write?.(sourceOf(transcript), { digest: sha256, options }) ?? [])
    text += String(piece);
  return text;
}
const linesOf = async (format: FileFormat, transcript: Transcript, options?: OptionValues): Promise<Json[]> =>
  (await textOf(format, transcript, options))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

function checkOpenAi(messages: Json[]): void {
  let open: string[] = [];
  for (const message of messages) {
    expect(['system', 'user', 'assistant', 'tool']).toContain(message.role);
    if (message.role === 'tool') expect(open.shift()).toBe(message.tool_call_id);
    else expect(open).toEqual([]);
    if (message.role !== 'assistant') continue;
    expect(message.content !== null || message.tool_calls.length > 0).toBe(true);
    open = (message.tool_calls ?? []).map(({ id }: Json) => id);
    expect(new Set(open).size).toBe(open.length);
    for (const call of message.tool_calls ?? []) expect(typeof JSON.parse(call.function.arguments)).toBe('object');
  }
  expect(open).toEqual([]);
}

function checkAnthropic(messages: Json[]): void {
  let wanted: string[] = [];
  messages.forEach(({ role, content }, index) => {
    expect(role).not.toBe(messages[index - 1]?.role);
    expect(content).not.toHaveLength(0);
    const results = content
      .filter(({ type }: Json) => type === 'tool_result')
      .map(({ tool_use_id }: Json) => tool_use_id);
    if (role === 'user') {
      expect(results).toEqual(wanted);
      expect(content.slice(0, results.length).every(({ type }: Json) => type === 'tool_result')).toBe(true);
    }
    wanted = content.filter(({ type }: Json) => type === 'tool_use').map(({ id }: Json) => id);
    for (const block of content) if (block.type === 'text') expect(block.text).not.toBe('');
  });
  expect(wanted).toEqual([]);
}

const CHECKS: [string, FileFormat, (messages: Json[]) => void][] = [
  ['OpenAI', openAiMessages, checkOpenAi],
  ['Anthropic', anthropicMessages, checkAnthropic],
];

describe.each(CHECKS)('%s', (_name, format, check) => {
  it('takes every golden transcript', async () => {
    for (const { transcript } of goldenTranscripts()) {
      for (const options of [{}, { reasoning: true }]) {
        const lines = await linesOf(format, transcript, options);
        const sources = new Set(transcript.events.map(({ source }) => source));
        expect(lines).toHaveLength(Math.max(1, sources.size));
        for (const { messages } of lines) check(messages);
      }
    }
  });

  it('takes generated transcripts', async () => {
    await fc.assert(
      fc.asyncProperty(generatedTranscript, fc.boolean(), async (transcript, reasoning) => {
        for (const { messages } of await linesOf(format, transcript, { reasoning })) check(messages);
      }),
      { numRuns: 120 },
    );
  });
});

const events: Partial<Event>[] = [
  { type: 'system', role: 'system', text: 'Be brief.' },
  { type: 'user_message', text: 'Look', parts: [{ type: 'image', mime: 'image/png', hash: 'sha256-1' }] },
  { type: 'reasoning', text: 'Hm.', model: 'm' },
  { type: 'assistant_message', text: 'Looking.', model: 'm' },
  { type: 'tool_call', tool: { name: 'Bash', callId: 'c1', input: { command: 'ls' }, status: 'error' }, model: 'm' },
  { type: 'tool_call', tool: { name: 'Patch', callId: 'c2', input: 'raw', status: 'running' }, model: 'm' },
  { type: 'status', status: { label: 'Running' } },
  { type: 'user_message', text: 'Hurry' },
  { type: 'tool_result', tool: { name: 'Bash', callId: 'c1', output: 'no', status: 'error' } },
  { type: 'assistant_message', text: 'From below', source: 'subagent:a' },
  { type: 'assistant_message', text: 'taken back', withdrawn: true },
];
const transcript: Transcript = {
  ...transcriptOf(events),
  attachments: { 'sha256-1': { mime: 'image/png', bytes: 3, data: 'AAAA' } },
};

describe('a conversation', () => {
  it('in messages of OpenAI', async () => {
    const [own, other] = await linesOf(openAiMessages, transcript, { reasoning: true });
    expect(own.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: 'Looking.',
        reasoning_content: 'Hm.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'Bash', arguments: '{"command":"ls"}' } },
          { id: 'c2', type: 'function', function: { name: 'Patch', arguments: '{"input":"raw"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'no' },
      { role: 'tool', tool_call_id: 'c2', content: '[no result]' },
      { role: 'user', content: 'Hurry' },
    ]);
    expect(other.messages).toEqual([{ role: 'assistant', content: 'From below' }]);
  });

  it('in messages of Anthropic', async () => {
    const [own] = await linesOf(anthropicMessages, transcript, { reasoning: true });
    expect(own).toEqual({
      model: 'm',
      system: 'Be brief.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } },
            { type: 'tool_use', id: 'c2', name: 'Patch', input: { input: 'raw' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'no', is_error: true },
            { type: 'tool_result', tool_use_id: 'c2', content: '[no result]', is_error: true },
            { type: 'text', text: 'Hurry' },
          ],
        },
      ],
    });
  });

  it('in the session trace of the Hub', async () => {
    const [head, ...messages] = await linesOf(sessionTrace, transcript);
    expect(head).toMatchObject({ type: 'session', harness: 'some-agent', id: 'native-1' });
    expect(messages.map(({ type, message }) => [type, message.role])).toEqual([
      ['message', 'system'],
      ['message', 'user'],
      ['message', 'assistant'],
      ['message', 'tool'],
      ['message', 'user'],
    ]);
    expect(messages[2].message).toEqual({
      role: 'assistant',
      content: 'Looking.',
      reasoningContent: 'Hm.',
      toolCalls: [
        { id: 'c1', function: { name: 'Bash', arguments: '{"command":"ls"}' } },
        { id: 'c2', function: { name: 'Patch', arguments: '{"input":"raw"}' } },
      ],
      timestamp: Date.parse(transcript.events[2]?.timestamp as string),
      model: 'm',
    });
    expect(messages[3].message).toMatchObject({ content: 'no', toolCallId: 'c1' });
  });
});

describe.each([openAiMessages, anthropicMessages, sessionTrace])('the example of $id', (format) => {
  it('is what is written for the example transcript', async () => {
    const path = fileURLToPath(new URL(`../../../../examples/${format.id}.example.jsonl`, import.meta.url));
    await expect(await textOf(format, example as unknown as Transcript)).toMatchFileSnapshot(path);
  });
});
