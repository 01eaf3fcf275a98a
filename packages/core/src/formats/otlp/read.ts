/**
 * Reads spans of generative AI and log records of agents from OTLP/JSON: one document, or one a line. Each conversation
 * (by its id, else by its trace) becomes a transcript; spans and records of anything else are passed over.
 */
import { measure } from '../../reading/metrics.ts';
import { isObject, textOf, wholeOf } from '../../reading/native-values.ts';
import { type Event, type Metrics, SCHEMA_VERSION } from '../../transcript.ts';
import { uuidFrom } from '../../uuid.ts';
import type { FormatContext, FormatProblem, Pieces, ReadPiece, TranscriptHeader } from '../contract.ts';
import { jsonDocuments } from '../json-documents.ts';
import { type Check, checkerOf } from '../shape-check.ts';
import { textOf as wholeTextOf } from '../text-pieces.ts';
import { timeOf } from './attributes.ts';
import { LogSessions } from './log-sessions.ts';
import * as name from './names.ts';
import type { Values } from './read-chat.ts';
import { type TracedSpan, TraceReader } from './read-trace.ts';
import { LogsData, TracesData } from './span.ts';
import { type Conversation, SpanConversations } from './span-conversations.ts';

export async function* readTraces(pieces: Pieces, context: FormatContext): AsyncIterable<ReadPiece> {
  const read = yield* readAll(pieces);
  if (!read) return;
  for (const conversation of read.spans.conversations()) yield* transcriptOf(conversation, context);
  yield* read.logs.transcripts(context);
}

/**
 * What a server was sent about one session, as it is kept there: whatever names no session belongs to the one that the rest
 * names. Of what an agent logs about itself, what only it knows stands beside the words: the words are for when nothing
 * else tells of the session.
 */
export async function* readTelemetry(pieces: Pieces, context: FormatContext): AsyncIterable<ReadPiece> {
  const read = yield* readAll(pieces);
  if (!read) return;
  for (const conversation of read.spans.conversations({ together: true })) {
    // Spans of an agent that logs its sessions say the same with less.
    if (!read.logs.tellsOf(conversation.session)) yield* transcriptOf(conversation, context);
  }
  yield* read.logs.transcripts(context, 'words');
  yield* read.logs.transcripts(context, 'facts');
}

interface ReadDocuments {
  readonly spans: SpanConversations;
  readonly logs: LogSessions;
}

async function* readAll(pieces: Pieces): AsyncGenerator<ReadPiece, ReadDocuments | undefined> {
  checker ??= checkerOf(TracesData);
  logChecker ??= checkerOf(LogsData);
  const [check, checkLogs] = [await checker, await logChecker];
  const text = await wholeTextOf(pieces);
  if (text === undefined) {
    yield problem({ message: 'expected a shorter document', pointer: '', line: 1, column: 1 });
    return undefined;
  }
  const read: ReadDocuments = { spans: new SpanConversations(), logs: new LogSessions() };
  for (const document of jsonDocuments(text)) {
    if ('problem' in document) yield problem(document.problem);
    else {
      const isLogs = isObject(document.value) && 'resourceLogs' in document.value;
      const wrong = (isLogs ? checkLogs : check)(document.value);
      for (const shape of wrong) yield problem(document.problemAt(shape));
      if (wrong.length > 0) continue;
      if (isLogs) read.logs.add(read.spans.takeMessages(document.value as LogsData));
      else read.spans.add(document.value as TracesData);
    }
  }
  return read;
}
let checker: Promise<Check> | undefined;
let logChecker: Promise<Check> | undefined;

function* transcriptOf(conversation: Conversation, context: FormatContext): Iterable<ReadPiece> {
  const { spans, ours, session } = conversation;
  const reader = new TraceReader(spans, { ours, named: session !== undefined });
  if (reader.events.length === 0 && !ours) return;
  for (const event of reader.events) yield { kind: 'event', event };
  yield { kind: 'transcript', header: headerOf(conversation, reader, context) };
}

function headerOf(
  { key, resource, spans, session }: Conversation,
  reader: TraceReader,
  context: FormatContext,
): TranscriptHeader {
  const root = reader.root ?? (spans[0] as TracedSpan);
  const said: Values = reader.root?.values ?? new Map();
  const startedAt = timeOf(root.span.startTimeUnixNano) ?? '1970-01-01T00:00:00.000Z';
  const endedAt = timeOf(root.span.endTimeUnixNano) ?? startedAt;
  const transcriptId = textOf(said.get(name.TRANSCRIPT_ID)) || uuidFrom(context.digest(JSON.stringify(['otlp', key])));
  const nativeId = session ?? textOf(root.values.get(name.CONVERSATION));
  const [title, state, model] = [name.TITLE, name.STATE, name.REQUEST_MODEL].map((field) => textOf(said.get(field)));
  const [cwd, os] = ['process.working_directory', 'os.type'].map((field) => textOf(resource.get(field)));
  const agentVersion = textOf(said.get(name.AGENT_VERSION)) ?? textOf(resource.get('service.version'));
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId,
    source: {
      agent: textOf(said.get(name.AGENT_NAME)) || textOf(resource.get('service.name')) || 'unknown',
      ...(agentVersion === undefined ? {} : { agentVersion }),
      adapter: 'otlp',
      adapterVersion: '1.0.0',
    },
    session: {
      startedAt,
      endedAt,
      capturedAt: endedAt,
      environment: { ...(cwd === undefined ? {} : { cwd }), ...(os === undefined ? {} : { os }) },
      ...(nativeId === undefined || nativeId === transcriptId ? {} : { nativeId }),
      ...(title === undefined ? {} : { title }),
      ...(model === undefined ? {} : { models: [...new Set([model, ...reader.models])] }),
      ...(state === undefined ? {} : { state }),
      ...(reader.agents.length > 0 ? { agents: [{ source: 'primary' }, ...reader.agents] } : {}),
    },
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: metricsOf(reader.events, said, reader.root !== undefined),
  };
}

/** An agent's span has its own sums; without one they are those of the answers. */
function metricsOf(events: readonly Event[], said: Values, hasRoot: boolean): Metrics {
  const { tokens: counted, inheritedTokens: _inherited, ...counts } = measure(events);
  const number = (key: string) => wholeOf(said.get(key));
  const [input, output] = [number(name.INPUT_TOKENS), number(name.OUTPUT_TOKENS)];
  if (!hasRoot) return { ...counts, ...(counted ? { tokens: counted } : {}) };
  if (input === undefined || output === undefined) return counts;
  const [cacheRead, cacheWrite, reasoning] = [name.CACHE_READ, name.CACHE_WRITE, name.REASONING_TOKENS].map(number);
  return {
    ...counts,
    tokens: {
      input,
      output,
      ...(cacheRead === undefined ? {} : { cacheRead }),
      ...(cacheWrite === undefined ? {} : { cacheWrite }),
      ...(reasoning === undefined ? {} : { reasoning }),
    },
  };
}

const problem = (problem: FormatProblem): ReadPiece => ({ kind: 'problem', problem });
