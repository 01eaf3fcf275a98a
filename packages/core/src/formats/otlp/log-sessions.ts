/** Sessions made of log records: all records of one session, sorted by time, as a transcript. */
import { measure, timesOf } from '../../reading/metrics.ts';
import { textOf } from '../../reading/native-values.ts';
import { type Event, SCHEMA_VERSION } from '../../transcript.ts';
import { uuidFrom } from '../../uuid.ts';
import type { FormatContext, ReadPiece, TranscriptHeader } from '../contract.ts';
import type { Draft, Values } from './read-chat.ts';
import { type ReadLog, readLogs } from './read-logs.ts';
import type { LogsData } from './span.ts';

interface LogSession {
  readonly id: string;
  readonly resource: Values;
  readonly records: Map<string, ReadLog>;
  facts: ReadLog['facts'];
}

/**
 * `words`: what was said and done, for which the agent's own log is a better witness. `facts`: what only telemetry tells:
 * decisions, requests with their times, errors.
 */
export type LogPart = 'all' | 'words' | 'facts';

export class LogSessions {
  readonly #sessions = new Map<string, LogSession>();

  add(data: LogsData): void {
    for (const read of readLogs(data)) {
      const { session: id, resource, facts } = read;
      const session = this.#sessions.get(id) ?? { id, resource, records: new Map(), facts: {} };
      session.records.set(read.id, read);
      session.facts = { ...facts, ...session.facts };
      this.#sessions.set(id, session);
    }
  }

  /** Whether what was said and done in a session is in its records. */
  tellsOf(session: string | undefined): boolean {
    const records = this.#sessions.get(session ?? '')?.records.values() ?? [];
    return [...records].some(({ drafts }) => drafts.some(({ type }) => WORDS.has(type)));
  }

  *transcripts(context: FormatContext, part: LogPart = 'all'): Iterable<ReadPiece> {
    for (const session of this.#sessions.values()) {
      const events = eventsOf(partOf(drafted(session.records.values()), part));
      if (events.length === 0) continue;
      for (const event of events) yield { kind: 'event', event };
      yield { kind: 'transcript', header: headerOf(session, events, context, part) };
    }
  }
}

interface Drafted {
  readonly id: string;
  readonly source: string;
  readonly at: string;
  readonly missing: boolean;
  readonly draft: Draft;
}

/** Exporters send records in batches that may overtake one another; those of one time stay as they came. */
function drafted(records: Iterable<ReadLog>): Drafted[] {
  let last = EPOCH;
  const all = [...records].flatMap(({ id, source, drafts }) =>
    drafts.map((draft, nth): Drafted => {
      last = draft.timestamp ?? last;
      return { id: nth === 0 ? id : `${id}.${nth}`, source, at: last, missing: draft.timestamp === undefined, draft };
    }),
  );
  all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return withoutTicks(withoutCopies(all));
}

/** The same answer is in a record of its own, and in the body of the response; a call in that body, and in its result. */
function withoutCopies(all: readonly Drafted[]): Drafted[] {
  const isBody = ({ draft }: Drafted) => draft.extra?.['event.name']?.toString().endsWith('api_response_body') === true;
  const bodies = new Set(all.filter(isBody).map(({ draft }) => draft.extra?.['request_id']));
  const called = new Set<string>();
  return all.filter(({ draft: { type, tool, extra } }) => {
    const copied = type === 'assistant_message' && extra?.['response'] !== undefined && bodies.has(extra['request_id']);
    if (type !== 'tool_call' || tool?.callId === undefined) return !copied;
    const again = called.has(tool.callId);
    called.add(tool.callId);
    return !again;
  });
}

/** Records that only say that a stream goes on: the first of them tells how many there were. */
const TICKS = /(?:^|\.)(?:sse|websocket)_event$/;

function withoutTicks(all: readonly Drafted[]): Drafted[] {
  const kept: Drafted[] = [];
  for (const one of all) {
    const { draft, source } = one;
    const last = kept.at(-1);
    const isTick = (draft.type === 'status' && !draft.usage && TICKS.test(draft.status?.label ?? '')) === true;
    const follows = isTick && last?.source === source && last.draft.status?.label === draft.status?.label;
    if (!follows || !last || last.draft.usage) kept.push(one);
    else kept[kept.length - 1] = { ...last, draft: again(last.draft) };
  }
  return kept;
}

const again = (draft: Draft): Draft => ({
  ...draft,
  extra: { ...draft.extra, times: Number(draft.extra?.['times'] ?? 1) + 1 },
});

const WORDS: ReadonlySet<string> = new Set([
  'user_message',
  'assistant_message',
  'reasoning',
  'tool_call',
  'tool_result',
]);

function partOf(all: readonly Drafted[], part: LogPart): readonly Drafted[] {
  if (part === 'all') return all;
  if (part === 'words') return all.filter(({ draft }) => WORDS.has(draft.type) || draft.usage);
  return all.filter(({ draft }) => !WORDS.has(draft.type)).map(withoutUsage);
}

/** Tokens are counted from the words' witness. */
function withoutUsage(one: Drafted): Drafted {
  const { usage: _usage, ...draft } = one.draft;
  return { ...one, draft };
}

function eventsOf(all: readonly Drafted[]): Event[] {
  const counts = new Map<string, number>();
  return all.map(({ id, source, at, missing, draft: { timestamp: _timestamp, type, ...rest } }, index) => {
    const sourceSeq = (counts.get(source) ?? 0) + 1;
    counts.set(source, sourceSeq);
    const inferred = missing ? { timestampSource: 'previous' } : {};
    return { id, seq: index + 1, timestamp: at, type, ...rest, ...inferred, source, sourceSeq };
  });
}

function headerOf(
  { id, resource, facts }: LogSession,
  events: readonly Event[],
  context: FormatContext,
  part: LogPart,
) {
  const { first: startedAt, last: endedAt } = timesOf(events) ?? { first: EPOCH, last: EPOCH };
  const os = textOf(resource.get('os.type'));
  const agentVersion = facts.version ?? textOf(resource.get('service.version'));
  const header: TranscriptHeader = {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: uuidFrom(context.digest(JSON.stringify(['otlp', id, ...(part === 'facts' ? [part] : [])]))),
    source: {
      agent: textOf(resource.get('service.name')) || 'unknown',
      ...(agentVersion === undefined ? {} : { agentVersion }),
      adapter: part === 'facts' ? 'otlp-facts' : 'otlp',
      adapterVersion: '1.0.0',
    },
    session: {
      startedAt,
      endedAt,
      capturedAt: endedAt,
      environment: os === undefined ? {} : { os },
      nativeId: id,
      ...(facts.model === undefined ? {} : { models: [facts.model] }),
    },
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: measure(events),
  };
  return header;
}

const EPOCH = '1970-01-01T00:00:00.000Z';
