/**
 * Which lines the session's agents wrote, as one Agent Trace record. Ranges whose place is not known are left out: the format
 * has no word for a guess. Line numbers are those of the revision that the session led to, where history was looked at, else
 * those at the time of the edit.
 */
import type { Event, LineAttribution } from '../../transcript.ts';
import { uuidFrom } from '../../uuid.ts';
import { CallPairs } from '../call-pairs.ts';
import type { FormatContext, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { changesOf, lineCount } from '../file-changes.ts';
import { jsonText } from '../json-text.ts';
import { qualified } from '../model-names.ts';
import { murmur3 } from '../murmur3.ts';

export const AGENT_TRACE_VERSION = '0.1.0';
const MAX_MODEL_ID = 250;

interface Range {
  readonly start_line: number;
  readonly end_line: number;
  readonly content_hash: string;
}

/** File to contributor, by type and model, to the ranges that it wrote; the empty model is one that is not known. */
type Files = Map<string, Map<string, Range[]>>;

const contributorKey = (type: 'ai' | 'mixed', model: string): string => `${type} ${model}`;

export async function* writeAgentTrace(source: TranscriptSource, context: FormatContext): AsyncIterable<string> {
  const { header } = source;
  const files: Files = new Map();
  const calls = new OpenCalls();
  const pinned = header.session.git?.attribution;
  const models = new Map<string, string>();
  for await (const event of source.events()) {
    if (event.type === 'tool_call') models.set(event.id, modelOf(header, calls.open(event)));
    else if (event.type === 'tool_result') {
      const call = calls.answer(event);
      if (call) addChanges(files, header, call, event);
    }
  }
  for (const call of calls.unanswered()) addChanges(files, header, call, undefined);
  yield `${jsonText(recordOf(header, pinned ? pinnedFiles(pinned, models) : files, context))}\n`;
}

function pinnedFiles({ files }: LineAttribution, modelOfCall: ReadonlyMap<string, string>): Files {
  const found: Files = new Map();
  for (const { path, ranges } of files) {
    const contributors = new Map<string, Range[]>();
    found.set(path, contributors);
    for (const { start, end, text, event = '', mixed, confidence } of ranges) {
      if (!text || confidence === 'low') continue;
      const key = contributorKey(mixed ? 'mixed' : 'ai', modelOfCall.get(event) ?? '');
      const own = contributors.get(key) ?? [];
      contributors.set(key, own);
      own.push({ start_line: start, end_line: Math.max(start, end), content_hash: `murmur3:${murmur3(text)}` });
    }
  }
  return found;
}

class OpenCalls {
  readonly #pairs = new CallPairs();
  readonly #open = new Map<string, Event>();
  /** What ran last in each agent, for calls that do not say. */
  readonly #models = new Map<string, string>();

  /** The call, with the model that made it as far as anything tells. */
  open(call: Event): Event {
    const { source = 'primary' } = call;
    if (call.model !== undefined) this.#models.set(source, call.model);
    const model = call.model ?? this.#models.get(source);
    this.#pairs.call(call);
    const named = model === undefined ? call : { ...call, model };
    this.#open.set(call.id, named);
    return named;
  }

  answer(result: Event): Event | undefined {
    const id = this.#pairs.answer(result);
    const call = id === undefined ? undefined : this.#open.get(id);
    if (id !== undefined) this.#open.delete(id);
    return call;
  }

  unanswered(): Iterable<Event> {
    return this.#open.values();
  }
}

function addChanges(files: Files, header: TranscriptHeader, call: Event, result: Event | undefined): void {
  if (call.withdrawn || call.branch !== undefined) return;
  const contributor = contributorKey('ai', modelOf(header, call));
  for (const { path, ranges } of changesOf(call, result)) {
    const name = relativePath(path, header.session.environment.cwd);
    const models = files.get(name) ?? new Map<string, Range[]>();
    files.set(name, models);
    const own = models.get(contributor) ?? [];
    models.set(contributor, own);
    for (const { start, text } of ranges) {
      if (start === undefined || start < 1 || text === '') continue;
      own.push({ start_line: start, end_line: start + lineCount(text) - 1, content_hash: `murmur3:${murmur3(text)}` });
    }
  }
}

function modelOf(header: TranscriptHeader, { model = header.session.models?.[0], provider }: Event): string {
  return model === undefined ? '' : qualified(model, provider).slice(0, MAX_MODEL_ID);
}

/** From the folder that the agent worked in, when the file is below it. */
function relativePath(path: string, cwd: string | null | undefined): string {
  const folder = cwd?.replace(/[\\/]+$/, '');
  if (!folder || !path.startsWith(folder)) return path;
  const rest = path.slice(folder.length);
  return /^[\\/]./.test(rest) ? rest.slice(1) : path;
}

function recordOf(header: TranscriptHeader, files: Files, { digest }: FormatContext): object {
  const { transcriptId, source, session } = header;
  const commit = session.git?.attribution?.revision ?? session.environment.repo?.commit;
  const vcs = session.git?.attribution?.vcs === 'jj' ? 'jj' : 'git';
  return {
    version: AGENT_TRACE_VERSION,
    id: isUuid(transcriptId) ? transcriptId : uuidFrom(digest(transcriptId)),
    timestamp: utc(session.endedAt ?? session.startedAt),
    ...(commit ? { vcs: { type: vcs, revision: commit } } : {}),
    tool: { name: source.agent, version: source.agentVersion ?? 'unknown' },
    files: [...files].map(([path, models]) => ({
      path,
      conversations: [...models].map(([key, ranges]) => ({
        ...(isUuid(transcriptId) ? { url: `urn:uuid:${transcriptId}` } : {}),
        contributor: contributorOf(key),
        ranges,
      })),
    })),
    ...(session.nativeId === undefined ? {} : { metadata: { session_id: session.nativeId } }),
  };
}

function contributorOf(key: string): object {
  const at = key.indexOf(' ');
  const model = key.slice(at + 1);
  return { type: key.slice(0, at), ...(model === '' ? {} : { model_id: model }) };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const isUuid = (text: string): boolean => UUID.test(text);

/** The format's times end in Z. */
function utc(time: string): string {
  if (time.endsWith('Z')) return time;
  const at = Date.parse(time);
  return Number.isNaN(at) ? '1970-01-01T00:00:00Z' : new Date(at).toISOString();
}
