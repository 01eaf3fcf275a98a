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
  readonly drafts: Draft[];
  facts: ReadLog['facts'];
}

export class LogSessions {
  readonly #sessions = new Map<string, LogSession>();

  add(data: LogsData): void {
    for (const { session: id, resource, drafts, facts } of readLogs(data)) {
      const session = this.#sessions.get(id) ?? { id, resource, drafts: [], facts: {} };
      session.drafts.push(...drafts);
      session.facts = { ...facts, ...session.facts };
      this.#sessions.set(id, session);
    }
  }

  *transcripts(context: FormatContext): Iterable<ReadPiece> {
    for (const session of this.#sessions.values()) {
      const events = eventsOf(session.drafts);
      for (const event of events) yield { kind: 'event', event };
      yield { kind: 'transcript', header: headerOf(session, events, context) };
    }
  }
}

/** Exporters send records in batches that may overtake one another; those of one time stay as they came. */
function eventsOf(drafts: readonly Draft[]): Event[] {
  let last = '1970-01-01T00:00:00.000Z';
  const timed = drafts.map((draft) => {
    const missing = draft.timestamp === undefined;
    last = draft.timestamp ?? last;
    return { draft, missing, at: last };
  });
  timed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return timed.map(({ draft: { timestamp: _timestamp, type, ...rest }, missing, at }, index) => ({
    id: `event-${index + 1}`,
    seq: index + 1,
    timestamp: at,
    type,
    ...rest,
    ...(missing ? { timestampSource: 'previous' } : {}),
    source: 'primary',
    sourceSeq: index + 1,
  }));
}

function headerOf({ id, resource, facts }: LogSession, events: readonly Event[], context: FormatContext) {
  const { first: startedAt, last: endedAt } = timesOf(events) ?? { first: EPOCH, last: EPOCH };
  const os = textOf(resource.get('os.type'));
  const agentVersion = facts.version ?? textOf(resource.get('service.version'));
  const header: TranscriptHeader = {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: uuidFrom(context.digest(JSON.stringify(['otlp', id]))),
    source: {
      agent: textOf(resource.get('service.name')) || 'unknown',
      ...(agentVersion === undefined ? {} : { agentVersion }),
      adapter: 'otlp',
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
