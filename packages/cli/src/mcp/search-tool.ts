/**
 * `search`: sessions and events with what was asked for. The archive finds candidates; each is looked at again after
 * redaction, and what was found by something removed is left out, as if it had never been there.
 */
import { Recheck, type SessionListed } from '@hansard/archive';
import { type Event, Failure, neutraliseLine, type Transcript } from '@hansard/core';
import type { Redacted } from '@hansard/core/privacy/index.ts';
import { placeholdersIn } from '@hansard/core/privacy/texts/placeholder.ts';
import { eventHead, LONGEST_ANSWER, sessionLine } from './answer-text.ts';
import { GatedQuery } from './gated-query.ts';
import type { OpenArchive } from './redacted-sessions.ts';
import type { Desk, McpTool } from './tool.ts';

interface SearchInput {
  readonly query: string;
  readonly limit?: number;
  readonly hits?: number;
}

/** Sessions and bytes that are looked at again for one answer; many more than are shown. */
const CANDIDATES = 40;
const MOST_BYTES = 64 * 2 ** 20;
/** Hits of the archive in one session, of which a few are shown. */
const HITS = 50;
const HITS_OF_FILTERS = 300;
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
  answer: (desk, input) => desk.withArchive((open) => search(desk, open, input)),
};

async function search(desk: Desk, open: OpenArchive, { query, limit = 10, hits = 3 }: SearchInput): Promise<string> {
  const gated = new GatedQuery(query, open.archive, desk.texts, desk.timezone);
  const look = { gated, recheck: new Recheck(gated.parsed, hidePlaceholders), hits };
  const pieces: string[] = [];
  let bytes = 0;
  for (const { session, logSeqs } of await candidates(open, gated)) {
    bytes += session.bytes;
    if (pieces.length >= limit || (bytes > MOST_BYTES && pieces.length > 0)) break;
    const transcript = await redacted(desk, open, session);
    const found = transcript && (await piece(open, transcript, session.uuid, logSeqs, look));
    if (found) pieces.push(found);
  }
  return bounded(pieces);
}

interface Candidate {
  readonly session: SessionListed;
  readonly logSeqs: ReadonlySet<number>;
}

async function candidates({ archive }: OpenArchive, gated: GatedQuery): Promise<Candidate[]> {
  if (gated.isHopeless) return [];
  const found = await archive.search.find(gated.located, { sessions: CANDIDATES, hits: HITS });
  return found.sessions
    .filter(({ session }) => gated.isOfProjects(session))
    .map(({ session, hits }) => ({ session, logSeqs: new Set(hits.map(({ logSeq }) => logSeq)) }));
}

/** Undefined for sessions that the profile does not let out, or that are too large. */
async function redacted(
  desk: Desk,
  open: OpenArchive,
  session: SessionListed,
): Promise<Redacted<Transcript> | undefined> {
  try {
    return await desk.sessions.of(open, session);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

interface Look {
  readonly gated: GatedQuery;
  readonly recheck: Recheck;
  readonly hits: number;
}

/** What is said of one session; undefined when nothing of it may be found. */
async function piece(
  open: OpenArchive,
  transcript: Redacted<Transcript>,
  uuid: string,
  logSeqs: ReadonlySet<number>,
  { gated, recheck, hits }: Look,
): Promise<string | undefined> {
  if (!gated.hasTitle(transcript)) return undefined;
  if (!gated.choosesEvents) return sessionLine(transcript);
  const newest = transcript.events.filter(({ logSeq }) => logSeq !== undefined).sort(newestFirst);
  let found: Event[];
  if (gated.hasPatterns) {
    if (gated.parsed.text.length > 0 && !newest.some((event) => recheck.hasWords(event))) return undefined;
    const chosen = await eventsOf(open, gated, uuid);
    found = recheck.matching(chosen ? newest.filter((event) => chosen.has(event.logSeq as number)) : newest, hits);
  } else {
    const located = gated.locatesEvents ? newest.filter(({ logSeq }) => logSeqs.has(logSeq as number)) : newest;
    found = located.filter((event) => recheck.hasWords(event)).slice(0, hits);
  }
  if (found.length === 0) return undefined;
  return [sessionLine(transcript), ...found.map((event) => hitLine(event, recheck))].join('\n');
}

async function eventsOf(
  { archive }: OpenArchive,
  gated: GatedQuery,
  uuid: string,
): Promise<ReadonlySet<number> | undefined> {
  const query = gated.eventsOf(uuid);
  if (!query) return undefined;
  const { sessions } = await archive.search.find(query, { sessions: 1, hits: HITS_OF_FILTERS });
  return new Set(sessions.flatMap(({ hits }) => hits.map(({ logSeq }) => logSeq)));
}

const newestFirst = (a: Event, b: Event): number => (b.logSeq as number) - (a.logSeq as number);

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

/** Blanks in place of what stands for something removed. */
export function hidePlaceholders(text: string): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of placeholdersIn(text)) {
    shown += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return shown + text.slice(at);
}
