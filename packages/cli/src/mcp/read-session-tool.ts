/** `read_session`: a session page by page, in the order in which the archive learnt of its events. */
import { type Event, Failure, neutralise, type Transcript } from '@hansard/core';
import { contentOf } from '@hansard/core/formats/entries/entry-content.ts';
import { eventsOnce, hasOwnResult, ownResultOf } from '@hansard/core/formats/own-results.ts';
import type { Redacted } from '@hansard/core/privacy/index.ts';
import { clip } from '@hansard/core/redacted/title.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Store } from '@hansard/core/store/store.ts';
import { namedSession } from '@hansard/core/views/named-session.ts';
import { shownEvents } from '../transcripts/shown-events.ts';
import { eventHead, LONGEST_ANSWER, sessionLine } from './answer-text.ts';
import type { McpTool } from './tool.ts';

interface ReadInput {
  readonly session: string;
  readonly from?: number;
  readonly limit?: number;
  readonly characters?: number;
  readonly all?: boolean;
}

export const readSessionTool: McpTool<ReadInput> = {
  name: 'read_session',
  title: 'Read a past session',
  description:
    'Reads a page of a session: who said what, tool calls and results, each with its number. `from` is the number of ' +
    'the first event; the end of the page tells the number to go on with.',
  input: {
    type: 'object',
    properties: {
      session: {
        type: 'string',
        pattern: '^[0-9A-Za-z_-]{8,100}$',
        description: 'id of the session, or the beginning of it',
      },
      from: { type: 'integer', minimum: 0, default: 0, description: 'number of the first event' },
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 50, description: 'how many events' },
      characters: {
        type: 'integer',
        minimum: 100,
        maximum: 20_000,
        default: 2000,
        description: 'how much of each event',
      },
      all: { type: 'boolean', default: false, description: 'bookkeeping events, too' },
    },
    required: ['session'],
    additionalProperties: false,
  },
  answer: (desk, input) =>
    desk.withStore(async (store) => {
      const { transcript } = await desk.sessions.byId(store, await idOf(store, input.session));
      return page(transcript, input);
    }),
};

/** What is to be done is something else here than over HTTP. */
async function idOf({ sessions }: Store, session: string): Promise<SessionId> {
  try {
    return await namedSession(sessions, session);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const several = error.code === 'ambiguous-session';
    const message = several ? 'Several sessions have ids that begin so.' : 'There is no session of that id.';
    throw new Failure(error.code, message, {
      remedy: several ? 'Give more of the id.' : 'Use an id that search gave.',
    });
  }
}

function page(transcript: Redacted<Transcript>, input: ReadInput): string {
  const { from = 0, limit = 50, characters = 2000, all = false } = input;
  const events = shownEvents([...eventsOnce(transcript.events)], { all, tools: true })
    .filter(({ logSeq }) => logSeq !== undefined && logSeq >= from)
    .sort((a, b) => (a.logSeq as number) - (b.logSeq as number));
  let text = sessionLine(transcript);
  let shown = 0;
  for (const event of events.slice(0, limit)) {
    const piece = `\n\n${eventHead(event)}\n${wordsOf(event, characters)}`;
    if (text.length + piece.length > LONGEST_ANSWER && shown > 0) break;
    text += piece;
    shown++;
  }
  return `${text}\n\n${endOf(events, shown)}`;
}

/** A call with what came back, where it carries that itself. */
function wordsOf(event: Event, characters: number): string {
  const told = hasOwnResult(event) ? [event, ownResultOf(event)] : [event];
  return told.map((one) => neutralise(clip(contentOf(one), characters))).join('\n');
}

function endOf(events: readonly Event[], shown: number): string {
  const next = events[shown]?.logSeq;
  return next === undefined ? 'This is the end of the session.' : `${events.length - shown} more events; from: ${next}`;
}
