/**
 * `search`: sessions and events with what was asked for, in what is left after redaction: what was removed is not found,
 * as if it had never been there.
 */

import { type Event, neutraliseLine } from '@hansard/core';
import { GatedSearch } from '@hansard/core/redacted/gated-search.ts';
import type { Recheck } from '@hansard/core/search/recheck.ts';
import type { Store } from '@hansard/core/store/store.ts';
import { eventHead, LONGEST_ANSWER, sessionLine } from './answer-text.ts';
import type { Desk, McpTool } from './tool.ts';

interface SearchInput {
  readonly query: string;
  readonly limit?: number;
  readonly hits?: number;
}

const SNIPPET = 240;

export const searchTool: McpTool<SearchInput> = {
  name: 'search',
  title: 'Search past sessions',
  description:
    'Searches all archived sessions of coding agents on this machine, newest first. Words must all be in one event; ' +
    '"a phrase", begins*, this OR that, -without, /regular expression/i. Filters: agent:ID tool:Bash model:opus ' +
    'file:src/x.ts project:api after:2026-08-01 before:7d is:error|user|assistant|tool|edit|subagent title:word. ' +
    'An empty query lists the latest sessions. Each hit has a session id and the number of an event, for read_session.',
  input: {
    type: 'object',
    properties: {
      query: { type: 'string', maxLength: 1000, description: 'words and filters' },
      limit: { type: 'integer', minimum: 1, maximum: 20, default: 10, description: 'how many sessions' },
      hits: { type: 'integer', minimum: 1, maximum: 10, default: 3, description: 'how many hits in each' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  answer: (desk, input) => desk.withStore((store) => search(desk, store, input)),
};

async function search(desk: Desk, store: Store, { query, limit = 10, hits = 3 }: SearchInput): Promise<string> {
  const search = await GatedSearch.open(store, desk, query, { now: Date.now(), timezone: desk.timezone });
  const pieces: string[] = [];
  for await (const { learnt, events } of search.found(hits)) {
    pieces.push([sessionLine(learnt.transcript), ...events.map((event) => hitLine(event, search.recheck))].join('\n'));
    if (pieces.length >= limit) break;
  }
  const text = bounded(pieces);
  return search.unread === 0
    ? text
    : `${text}\n\n${search.unread} older sessions were not looked at yet. Ask again to search them.`;
}

function hitLine(event: Event, recheck: Recheck): string {
  const snippet = recheck.snippet(event, SNIPPET);
  const words = snippet ? `${snippet.cutBefore ? '…' : ''}${snippet.text}${snippet.cutAfter ? '…' : ''}` : '';
  return `  ${eventHead(event)}: ${neutraliseLine(words)}`;
}

function bounded(pieces: readonly string[]): string {
  if (pieces.length === 0) return 'Nothing was found.';
  let text = '';
  for (const one of pieces) {
    if (text.length + one.length > LONGEST_ANSWER) break;
    text += `${text === '' ? '' : '\n\n'}${one}`;
  }
  return text;
}
