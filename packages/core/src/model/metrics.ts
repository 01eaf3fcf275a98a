/** Tokens and what they cost: of one response, and of a session. */
import Type from 'typebox';
import { anything, count, flag, text, texts } from './fields.ts';

export const Tokens = Type.Object(
  {
    input: count('All input, cache reads and writes included'),
    output: count('All output, reasoning included'),
    cacheRead: Type.Optional(count('Input read from a cache')),
    cacheWrite: Type.Optional(count('Input written to a cache')),
    reasoning: Type.Optional(count('Output spent on reasoning')),
  },
  { description: 'Sums of tokens: the session’s own, or those it inherited when it was forked' },
);

export const ModelCost = Type.Object(
  {
    model: text('Model id as the agent wrote it'),
    matched: Type.Optional(text('Model id, or pattern of the user, of the price that was used')),
    estimated: Type.Optional(flag('The match was not exact')),
    override: Type.Optional(flag('The price is the user’s own')),
    microUsd: Type.Optional(count('Cost in millionths of a US dollar')),
  },
  { description: 'Cost of one model' },
);

export const Cost = Type.Object(
  {
    microUsd: count('Cost in millionths of a US dollar, of all that has a price'),
    priceDate: text('Date of the price snapshot'),
    estimated: flag('Some model was not matched exactly'),
    models: Type.Array(ModelCost, { description: 'Cost by model' }),
    unpriced: texts('Models that used tokens and have no price'),
  },
  { description: 'Token sums times price, rounded once' },
);

export const Metrics = Type.Object(
  {
    eventCount: count('Events'),
    messageCount: count('Messages of the user and of the agent'),
    toolCallCount: count('Tool calls'),
    durationMs: count('From the first to the last recorded time; inferred times do not count'),
    tokens: Type.Optional(Tokens),
    inheritedTokens: Type.Optional(Tokens),
    promptCount: Type.Optional(count('What people asked the session’s own agent; what was taken back does not count')),
    errorCount: Type.Optional(count('Events of type error, and tool results that failed')),
    unparsedCount: Type.Optional(count('Events of type unparsed')),
    cost: Type.Optional(Cost),
  },
  { description: 'Aggregates for lists and searches' },
);

export const Usage = Type.Object(
  {
    input: count('Input tokens, without those read from or written to a cache'),
    output: count('Output tokens, without reasoning'),
    cacheRead: count('Input tokens read from a cache'),
    cacheWrite5m: count('Input tokens written to a cache that lasts minutes, or does not say'),
    cacheWrite1h: count('Input tokens written to a cache that lasts an hour'),
    reasoning: count('Output tokens spent on reasoning'),
    scope: Type.Optional(
      text(
        'What the numbers cover: response (default); turn or session, which count where no responses are told; remainder: all responses since the last one that are not told themselves',
      ),
    ),
    responseId: Type.Optional(text('Key under which the numbers count once')),
    speed: Type.Optional(text('fast where the model was served faster at a higher price')),
    source: Type.Optional(
      text(
        'Whose response it is, where another agent of the tree tells of it; it counts unless that agent tells it too',
      ),
    ),
    inherited: Type.Optional(flag('Already counted in the session this one was forked from')),
    native: Type.Optional(anything('The provider’s own numbers')),
  },
  { description: 'Disjoint token buckets: no token is in two of them' },
);

export const Pricing = Type.Object(
  {
    model: text('Model id, or pattern of the user, of the price that was used'),
    date: text('Date of the price snapshot'),
    estimated: Type.Optional(flag('The match was not exact')),
    override: Type.Optional(flag('The price is the user’s own')),
  },
  { description: 'Which price gave the cost' },
);

export type Tokens = Type.Static<typeof Tokens>;
export type ModelCost = Type.Static<typeof ModelCost>;
export type Cost = Type.Static<typeof Cost>;
export type Metrics = Type.Static<typeof Metrics>;
export type Usage = Type.Static<typeof Usage>;
export type Pricing = Type.Static<typeof Pricing>;
