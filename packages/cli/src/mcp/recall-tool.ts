/** `recall_by_file`: what was done to a file before, and in which sessions. */

import { type Event, Failure, neutraliseLine } from '@hansard/core';
import { contentOf } from '@hansard/core/formats/entries/entry-content.ts';
import type { Query as ParsedQuery } from '@hansard/core/query/query.ts';
import { clip } from '@hansard/core/redacted/title.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Store } from '@hansard/core/store/store.ts';
import { eventHead, LONGEST_ANSWER, sessionLine } from './answer-text.ts';
import type { Desk, McpTool } from './tool.ts';

interface RecallInput {
  readonly path: string;
  readonly limit?: number;
  readonly events?: number;
}

const LONGEST_WORDS = 300;

export const recallTool: McpTool<RecallInput> = {
  name: 'recall_by_file',
  title: 'Recall what was done to a file',
  description:
    'Lists past sessions that read or changed a file, newest first, with the events. The path may be a file name, the ' +
    'end of a path (src/parser.ts) or a whole one; folders work too. read_session tells more about an event.',
  input: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, maxLength: 1000, description: 'file or folder, by whole names' },
      limit: { type: 'integer', minimum: 1, maximum: 20, default: 10, description: 'how many sessions' },
      events: { type: 'integer', minimum: 1, maximum: 20, default: 5, description: 'how many events of each' },
    },
    required: ['path'],
    additionalProperties: false,
  },
  answer: (desk, input) => desk.withStore((store) => recall(desk, store, input)),
};

async function recall(desk: Desk, store: Store, { path, limit = 10, events = 5 }: RecallInput): Promise<string> {
  if (path.includes('*')) {
    throw new Failure('bad-argument', 'The path takes whole names, without *.', { remedy: 'Give the name of a file.' });
  }
  const { sessions } = await store.search.find(touching(path), { sessions: limit, hits: events });
  let text = '';
  for (const { session, hits } of sessions) {
    const piece = await sessionPiece(desk, store, session.id, new Set(hits.map(({ logSeq }) => logSeq)));
    if (text.length + piece.length > LONGEST_ANSWER) break;
    if (piece !== '') text += `${text === '' ? '' : '\n\n'}${piece}`;
  }
  return text === '' ? 'No archived session touched that file.' : text;
}

function touching(path: string): ParsedQuery {
  const file = { name: 'file', texts: [path], excluded: false, at: 0, end: 0 } as const;
  return { source: '', text: [], filters: [file], patterns: [], background: false };
}

/** Empty for a session that the profile does not let out. */
async function sessionPiece(desk: Desk, store: Store, id: SessionId, logSeqs: ReadonlySet<number>): Promise<string> {
  try {
    const { transcript } = await desk.sessions.byId(store, id);
    const found = transcript.events.filter(({ logSeq }) => logSeq !== undefined && logSeqs.has(logSeq));
    return [sessionLine(transcript), ...found.map(eventLine)].join('\n');
  } catch (error) {
    if (error instanceof Failure) return '';
    throw error;
  }
}

const eventLine = (event: Event): string =>
  `  ${eventHead(event)}: ${neutraliseLine(clip(contentOf(event), LONGEST_WORDS))}`;
