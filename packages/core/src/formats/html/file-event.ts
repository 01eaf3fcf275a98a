/** An event as an exported page holds it: without what the page does not show, and what is said twice. */
import { isObject } from '../../reading/native-values.ts';
import type { Event, Part, Tool } from '../../transcript.ts';
import { partsBeyond, resultText } from '../event-words.ts';
import type { FileEvent } from './file-data.ts';

interface Around {
  /** Number of the event that it answers. */
  readonly of: number | undefined;
  /** Whether the file holds an image. */
  hasImage(hash: string): boolean;
}

/** Fields that are not there are undefined, which JSON leaves out. */
export function fileEvent(event: Event, { of, hasImage }: Around): FileEvent {
  const { type, text, tool, phase, status, error, question, permission, hidden, branch, audience } = event;
  const parts = partsOf(event, hasImage);
  return {
    text: type === 'tool_result' && text === tool?.output ? undefined : text,
    parts: parts.length > 0 ? parts : undefined,
    tool: tool && fileTool(event, tool, parts),
    of,
    model: type === 'assistant_message' ? event.model : undefined,
    ms: type === 'tool_call' ? lasted(event) : undefined,
    untimed: event.timestampSource === undefined ? undefined : 1,
    phase,
    status,
    error,
    question,
    permission,
    hidden,
    branch,
    audience,
    ...(SHOWN_AS_CARDS.has(type) ? undefined : noted(event)),
  } as FileEvent;
}

const SHOWN_AS_CARDS: ReadonlySet<string> = new Set([
  'user_message',
  'assistant_message',
  'reasoning',
  'tool_call',
  'tool_result',
  'permission',
  'question',
  'error',
]);

/** What bookkeeping holds, without what only programs read. */
function noted({ type, native, session, extra, raw }: Event): Partial<FileEvent> {
  return {
    native: type === 'meta' ? native?.type : undefined,
    session: readable(session) as Event['session'],
    extra: session === undefined ? (readable(extra) as Event['extra']) : undefined,
    raw,
  };
}

function lasted({ timestamp, completedAt }: Event): number | undefined {
  const ms = completedAt === undefined ? Number.NaN : Date.parse(completedAt) - Date.parse(timestamp);
  return Number.isNaN(ms) || ms < 0 ? undefined : ms;
}

/** Private reasoning is encrypted; nobody reads it. */
function partsOf(event: Event, hasImage: Around['hasImage']): Part[] {
  return partsBeyond(event)
    .filter(({ type, visibility, text }) => !(type === 'reasoning' && (visibility === 'private' || !text)))
    .map(({ hash, ...part }) => (hash === undefined || !hasImage(hash) ? part : { ...part, hash }));
}

/** Of the forms in which a tool's result is told, the one that is shown. */
function fileTool(event: Event, tool: Tool, parts: readonly Part[]): FileEvent['tool'] {
  const { name: _name, status: _status, durationMs: _ms, callId: _callId, stdout, stderr, result, ...rest } = tool;
  if (event.type === 'tool_call') return { ...rest, ...(rest.output === undefined && { result }) };
  const text = resultText(event) ?? '';
  const said = rest.output !== undefined || event.text !== undefined;
  return {
    ...rest,
    input: undefined,
    ...(said ? undefined : { stdout }),
    ...(!stderr || (said && text.includes(stderr.trim().slice(0, 200))) ? undefined : { stderr }),
    ...(text === '' && parts.length === 0 ? { result } : undefined),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Signatures, hashes and encrypted content: long, and of no language. */
const OPAQUE = /^[\w+/=-]{40,}$/;
const DEEPEST = 40;

/** A value without ids and signatures; undefined when nothing is left of it. */
export function readable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return UUID.test(value) || OPAQUE.test(value) ? undefined : value;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => readable(item, depth + 1)).filter((item) => item !== undefined);
    return items.length > 0 || value.length === 0 ? items : undefined;
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const kept = readable(field, depth + 1);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
