/** Streams are read as event by event, whatever they are cut into and however alike their events are. */
import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { AnswerBody } from './answer-body.ts';
import type { AnswerReader } from './apis/contract.ts';
import { modelApis } from './apis/index.ts';

const apiOf = (id: string) => modelApis.find((api) => api.id === id)?.answer() as AnswerReader;

/** A reader that is told every event by itself. */
const oneByOne = (reader: AnswerReader): AnswerReader => ({
  whole: (body) => reader.whole(body),
  event: (data) => reader.event(data),
  done: () => reader.done(),
  answer: () => reader.answer(),
  get ended() {
    return reader.ended;
  },
});

function read(reader: AnswerReader, stream: string, cuts: readonly number[]) {
  const body = new AnswerBody(reader, 'text/event-stream');
  const bytes = new TextEncoder().encode(stream);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (let at = 1; at < places.length; at++) {
    body.push(bytes.subarray(places[at - 1], places[at]));
    body.readOn();
  }
  return { answer: body.end(), unread: body.unread };
}

const words = fc.oneof(
  fc.constantFrom('', 'a', 'word ', '"', '\\', '\n', '“', '\u2028', '","x":"', 'word', '😀', 'data: '),
  fc.string({ maxLength: 8 }),
);

const chatEvent = fc.record({
  field: fc.constantFrom('content', 'content', 'content', 'reasoning_content', 'refusal'),
  text: words,
  index: fc.constantFrom(0, 0, 0, 1),
  beside: fc.constantFrom({}, {}, {}, { role: 'assistant' }, { reasoning: 'Hm' }, { tool_calls: null }),
  more: fc.constantFrom({}, {}, {}, { usage: { prompt_tokens: 3 } }, { obfuscation: 'xyz' }),
});
const chatStream = fc.array(chatEvent, { maxLength: 40 }).map((events) =>
  events.map(({ field, text, index, beside, more }) => ({
    id: 'c',
    model: 'm',
    ...more,
    choices: [{ index, delta: { [field]: text, ...beside }, finish_reason: null }],
  })),
);
const messagesStream = fc
  .array(
    fc.record({ name: fc.constantFrom('text', 'text', 'thinking', 'partial_json'), text: words, index: fc.nat(1) }),
    { maxLength: 40 },
  )
  .map((events) =>
    events.map(({ name, text, index }) => ({
      type: 'content_block_delta',
      index,
      delta: { type: name === 'partial_json' ? 'input_json_delta' : `${name}_delta`, [name]: text },
    })),
  );

describe.each([
  ['chat-completions', chatStream],
  ['messages', messagesStream],
] as const)('a stream of %s', (id, streams) => {
  it('says the same as its events one by one', () => {
    fc.assert(
      fc.property(
        streams as fc.Arbitrary<object[]>,
        fc.array(fc.nat(10_000), { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (events, cuts, end, named) => {
          const name = named ? `event: delta${end}` : '';
          const stream = events.map((event) => `${name}data: ${JSON.stringify(event)}${end}${end}`).join('');
          expect(read(apiOf(id), stream, cuts)).toEqual(read(oneByOne(apiOf(id)), stream, cuts));
        },
      ),
      { numRuns: 400 },
    );
  });
});

it('hands over a run of events as one', () => {
  const told: object[] = [];
  const reader = apiOf('chat-completions');
  const noting: AnswerReader = { ...oneByOne(reader), joins: reader.joins, event: (data) => void told.push(data) };
  const event = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
  read(noting, Array.from({ length: 1000 }, (_, at) => event(`word ${at} `)).join(''), []);
  expect(told.length).toBeLessThan(5);
});

it('a line that is very long is looked through once', () => {
  const body = new AnswerBody(apiOf('chat-completions'), 'text/event-stream');
  const piece = new TextEncoder().encode('x'.repeat(1000));
  body.push(new TextEncoder().encode('data: {"choices":[{"index":0,"delta":{"content":"'));
  for (let at = 0; at < 20_000; at++) {
    body.push(piece);
    body.readOn();
  }
  body.push(new TextEncoder().encode('"}}]}\n\n'));
  expect(body.end().choices[0]?.[0]?.text).toHaveLength(20_000_000);
});
