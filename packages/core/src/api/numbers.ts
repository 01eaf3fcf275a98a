/** Numbers about the archive: the same as `hansard cost --json` and `hansard stats --json` print. */
import Type from 'typebox';
import { count, flag, orNull, shareOrNull, text, textOrNull, texts, timeOrNull } from './fields.ts';

export const NUMBER_GROUPINGS = ['day', 'week', 'month', 'model', 'agent', 'project', 'session', 'tool'] as const;

export const SpentTokens = Type.Object(
  {
    input: count('Input tokens that were neither read from nor written to a cache'),
    output: count('Output tokens without reasoning'),
    cacheRead: count('Read from a cache'),
    cacheWrite5m: count('Written to a cache that lasts minutes'),
    cacheWrite1h: count('Written to a cache that lasts an hour'),
    reasoning: count('Output spent on reasoning'),
    total: count('All of them'),
  },
  { description: 'Disjoint token buckets' },
);

const SPENT = {
  responses: count('Responses of models'),
  tokens: SpentTokens,
  costMicroUsd: count('Cost in millionths of a US dollar, of all that has a price'),
  estimated: flag('Some price is that of a similar model'),
  unpricedTokens: count('Tokens without a price'),
};
export const Spent = Type.Object(SPENT, { description: 'What was used, and what it cost' });

export const ToolNumbers = Type.Object(
  {
    calls: count('Calls'),
    failed: count('Calls that failed'),
    denied: count('Calls that were denied'),
    failureRate: shareOrNull('Share of calls that failed'),
    timedCalls: count('Calls whose time is known'),
    averageMs: shareOrNull('Their average time'),
    medianMs: shareOrNull('Their median time'),
    p90Ms: shareOrNull('Nine of ten took no longer'),
    longestMs: shareOrNull('The longest'),
    totalMs: shareOrNull('All of them'),
  },
  { description: 'What tools did' },
);

export const TurnNumbers = Type.Object(
  {
    timed: count('Turns whose time is known: from a prompt to the last that the agent did before the next'),
    medianMs: shareOrNull('Their median time'),
    p90Ms: shareOrNull('Nine of ten took no longer'),
    longestMs: shareOrNull('The longest'),
  },
  { description: 'How long it took to do what was asked' },
);

/** Grouped by tool, a group with `tools=1` has only sessions and tools. */
const GROUP = {
  ...Type.Partial(Spent).properties,
  cacheHitShare: Type.Optional(shareOrNull('Share of the input that came from a cache')),
  context: Type.Optional(
    Type.Object({ largest: count('Tokens of the largest request'), fill: shareOrNull('How full the context was') }),
  ),
  subagents: Type.Optional(Spent),
  inherited: Type.Optional(Spent),
  sessions: Type.Optional(count('Sessions')),
  prompts: Type.Optional(count('Prompts of the user')),
  turns: Type.Optional(TurnNumbers),
  tools: Type.Optional(ToolNumbers),
};

const SessionName = Type.Object({
  id: text('Id of the session'),
  nativeId: textOrNull('The agent’s own id'),
  agent: text('Agent'),
  project: textOrNull('Folder'),
  title: textOrNull('Title'),
  startedAt: timeOrNull('First recorded time'),
});

const key = (description: string) => Type.Optional(textOrNull(description));

export const NumbersGroup = Type.Object(
  {
    day: key('Day, as 2026-11-16'),
    week: key('Week, as 2026-W46'),
    month: key('Month, as 2026-11'),
    agent: key('Agent'),
    model: key('Model'),
    project: key('Folder'),
    tool: key('Tool'),
    session: Type.Optional(orNull(SessionName, 'Session')),
    ...GROUP,
  },
  { description: 'Numbers of one group, with the keys that were asked for' },
);

export const NumbersTotal = Type.Object(GROUP, { description: 'Numbers of all groups together' });

export const ModelPrice = Type.Object(
  {
    model: textOrNull('Model; null when the log does not name it'),
    matched: textOrNull('Model of the price that was used; null when there is none'),
    estimated: flag('The match was not exact'),
    override: flag('The price is the user’s own'),
    tokens: count('Tokens of the model'),
  },
  { description: 'How a model was priced' },
);

export const NumbersAnswer = Type.Object(
  {
    by: texts('How they are grouped'),
    timezone: text('Whose days these are'),
    prices: Type.Object({
      date: text('Date of the price list'),
      models: Type.Array(ModelPrice, { description: 'Models of what counts' }),
    }),
    groups: Type.Array(NumbersGroup, { description: 'Times in order, others by cost' }),
    total: NumbersTotal,
  },
  { description: 'What was used, what it cost, which tools ran' },
);
export type NumbersAnswer = Type.Static<typeof NumbersAnswer>;
export type NumbersGroup = Type.Static<typeof NumbersGroup>;

export const Activity = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        day: text('As 2026-11-16'),
        sessions: count('Sessions that ran on that day'),
        events: count('Events of that day'),
        costMicroUsd: count('What the day cost, of all that has a price'),
      }),
      { description: 'Days with anything on them, in order' },
    ),
    hours: Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 24, maxItems: 24 }), {
      minItems: 7,
      maxItems: 7,
      description: 'Events by day of the week, from Monday, and hour',
    }),
  },
  { description: 'When there was work' },
);
export type Activity = Type.Static<typeof Activity>;

export const EditedFiles = Type.Object(
  {
    files: Type.Array(
      Type.Object({
        path: text('The file, with the folder it is in'),
        project: textOrNull('Folder of the sessions that changed it'),
        sessions: count('Sessions that changed it'),
        edits: count('Changes that did not fail'),
      }),
      { description: 'Most edits first' },
    ),
    total: count('All files that were changed'),
  },
  { description: 'The files that were edited most' },
);
export type EditedFiles = Type.Static<typeof EditedFiles>;
