/**
 * Which lines the session's agents wrote, as one Agent Trace record. Ranges whose place the log does not tell are left
 * out: the format has no word for a guess. Line numbers are those at the time of the edit.
 */
import type { Event } from '../../transcript.ts';
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

/** File to model to the ranges that it wrote; the empty model is one that is not known. */
type Files = Map<string, Map<string, Range[]>>;

export async function* writeAgentTrace(source: TranscriptSource, context: FormatContext): AsyncIterable<string> {
  const { header } = source;
  const files: Files = new Map();
  const calls = new OpenCalls();
  for await (const event of source.events()) {
    if (event.type === 'tool_call') calls.open(event);
    else if (event.type === 'tool_result') {
      const call = calls.answer(event);
      if (call) addChanges(files, header, call, event);
    }
  }
  for (const call of calls.unanswered()) addChanges(files, header, call, undefined);
  yield `${jsonText(recordOf(header, files, context))}\n`;
}

class OpenCalls {
  readonly #pairs = new CallPairs();
  readonly #open = new Map<string, Event>();
  /** What ran last in each agent, for calls that do not say. */
  readonly #models = new Map<string, string>();

  open(call: Event): void {
    const { source = 'primary' } = call;
    if (call.model !== undefined) this.#models.set(source, call.model);
    const model = call.model ?? this.#models.get(source);
    this.#pairs.call(call);
    this.#open.set(call.id, model === undefined ? call : { ...call, model });
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
  const model = call.model ?? header.session.models?.[0];
  const contributor = model === undefined ? '' : qualified(model, call.provider).slice(0, MAX_MODEL_ID);
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

/** From the folder that the agent worked in, when the file is below it. */
function relativePath(path: string, cwd: string | null | undefined): string {
  const folder = cwd?.replace(/[\\/]+$/, '');
  if (!folder || !path.startsWith(folder)) return path;
  const rest = path.slice(folder.length);
  return /^[\\/]./.test(rest) ? rest.slice(1) : path;
}

function recordOf(header: TranscriptHeader, files: Files, { digest }: FormatContext): object {
  const { transcriptId, source, session } = header;
  const commit = session.environment.repo?.commit;
  return {
    version: AGENT_TRACE_VERSION,
    id: isUuid(transcriptId) ? transcriptId : uuidFrom(digest(transcriptId)),
    timestamp: utc(session.endedAt ?? session.startedAt),
    ...(commit ? { vcs: { type: 'git', revision: commit } } : {}),
    tool: { name: source.agent, version: source.agentVersion ?? 'unknown' },
    files: [...files].map(([path, models]) => ({
      path,
      conversations: [...models].map(([model, ranges]) => ({
        ...(isUuid(transcriptId) ? { url: `urn:uuid:${transcriptId}` } : {}),
        contributor: { type: 'ai', ...(model === '' ? {} : { model_id: model }) },
        ranges,
      })),
    })),
    ...(session.nativeId === undefined ? {} : { metadata: { session_id: session.nativeId } }),
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const isUuid = (text: string): boolean => UUID.test(text);

/** The format's times end in Z. */
function utc(time: string): string {
  if (time.endsWith('Z')) return time;
  const at = Date.parse(time);
  return Number.isNaN(at) ? '1970-01-01T00:00:00Z' : new Date(at).toISOString();
}
