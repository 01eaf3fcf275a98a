/** Search over all sessions, as the API answers it. */
import Type from 'typebox';
import { count, countOrNull, flag, oneOf, orNull, text, textOrNull, texts, time } from './fields.ts';
import { SessionSummary } from './session.ts';

export const SearchSnippet = Type.Object(
  {
    field: text('Where in the event it is'),
    text: text('The text around the hit'),
    marks: Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }), {
      description: 'What was found: from and to, in UTF-16 units',
    }),
    cutBefore: flag('The text goes on before'),
    cutAfter: flag('The text goes on behind'),
  },
  { description: 'A stretch of an event’s text' },
);

export const SearchHit = Type.Object(
  {
    eventId: text('Id of the event'),
    logSeq: count('Where it is'),
    time: time('When it happened'),
    type: text('Type of the event'),
    tool: textOrNull('Tool it is about'),
    model: textOrNull('Model that made it'),
    error: flag('An error, or a tool that failed'),
    subagent: flag('A subagent’s'),
    withdrawn: flag('The agent removed it later'),
    snippet: orNull(SearchSnippet, 'Null for an event without text'),
  },
  { description: 'An event that was found' },
);

export const SearchSession = Type.Object(
  {
    session: SessionSummary,
    count: orNull(
      Type.Object({ number: count('Hits'), exact: flag('There are no more than these') }),
      'How many hits it has; null when they were not counted',
    ),
    hits: Type.Array(SearchHit, { description: 'The first of them' }),
  },
  { description: 'A session with hits' },
);

export const Explanation = Type.Object(
  {
    clause: text('Part of the query, as it was typed'),
    fitsNothing: flag('Nothing in the archive fits it'),
    sessionsWithout: count('Sessions that there would be without it; 20 mean that there are more'),
    instead: texts('What to write instead'),
  },
  { description: 'Why nothing was found' },
);

export const SearchAnswer = Type.Object(
  {
    order: oneOf(['newest', 'ranked'], 'How they are ordered'),
    sessions: Type.Array(SearchSession, { description: 'Sessions with hits' }),
    more: flag('There are further sessions with hits'),
    next: textOrNull('Cursor of the next page; null on the last'),
    total: countOrNull('Hits in all sessions, where they are few enough to be counted'),
    rankedPartly: flag('Only the newest hits were ranked'),
    patterns: orNull(
      Type.Object({
        sessions: count('Sessions read'),
        events: count('Events read'),
        complete: flag('All that may have had hits were read, or enough were found'),
        abandoned: Type.Array(Type.Integer(), { description: 'Sessions that took the expression too long' }),
      }),
      'How far regular expressions were followed',
    ),
    unread: Type.Optional(
      count('Sessions that redaction has not read yet, and that this answer knows nothing of; the next one knows more'),
    ),
    explanation: Type.Optional(Type.Array(Explanation, { description: 'When nothing was found: why' })),
  },
  { description: 'What a search found' },
);
export type SearchAnswer = Type.Static<typeof SearchAnswer>;
export type SearchSession = Type.Static<typeof SearchSession>;
export type SearchHit = Type.Static<typeof SearchHit>;
