/** The columns that lists, filters and statistics need of an event, taken from the event. */

import type { EventDraft, EventPatch } from '../adapters/contract.ts';
import type { Usage } from '../transcript.ts';
import { isTurnEnd } from '../turns/turn-step.ts';
import { pricedAs } from '../usage/fast-mode.ts';
import { isError } from './event-kinds.ts';
import { isSubagentSource } from './source-path.ts';

export const FLAGS = {
  /** The time was not recorded but inferred. */
  inferredTime: 1,
  /** The model no longer sees it. */
  hidden: 2,
  /** The agent removed it later, or it is no longer in the input. */
  withdrawn: 4,
  /** An error, or a tool that failed. */
  error: 8,
  /** Only the model saw it. */
  modelOnly: 16,
  /** A subagent's, inside another agent's input. */
  subagent: 32,
  /** The model's view of what went before was shortened here. */
  compaction: 64,
  /** The agent says that its turn ended here. */
  turnEnd: 128,
} as const;

export interface EventColumns {
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly tool: string | null;
  readonly status: string | null;
  readonly model: string | null;
  readonly flags: number;
  /** Of a subagent inside another agent's input. */
  readonly source: string | null;
}

export interface Touch {
  readonly path: string;
  readonly action: string;
}

export function columnsOf(event: EventDraft): EventColumns {
  return {
    type: event.type,
    time: timeOf(event.timestamp),
    tool: event.tool?.name ?? null,
    status: event.tool?.status ?? null,
    model: event.model ?? null,
    flags: flagsOf(event),
    source: isSubagentSource(event.source) ? event.source : null,
  };
}

function flagsOf(event: EventDraft): number {
  let flags = 0;
  if (event.timestampSource !== undefined) flags |= FLAGS.inferredTime;
  if (event.hidden !== undefined) flags |= FLAGS.hidden;
  if (event.withdrawn === true) flags |= FLAGS.withdrawn;
  if (isError(event)) flags |= FLAGS.error;
  if (event.audience === 'model') flags |= FLAGS.modelOnly;
  if (isSubagentSource(event.source)) flags |= FLAGS.subagent;
  if (isCompaction(event)) flags |= FLAGS.compaction;
  if (isTurnEnd(event)) flags |= FLAGS.turnEnd;
  return flags;
}

const isCompaction = ({ phase, status }: EventDraft): boolean =>
  phase === 'compacted' || phase === 'microcompacted' || status?.label === 'compaction';

/** Whether a change reaches what search looks at. */
export function changesText(change: EventPatch): boolean {
  const { text, parts, tool, error, question, permission, status, raw } = change;
  if (text !== undefined || parts || error || question || permission || status || raw !== undefined) return true;
  return tool !== undefined && (tool.input !== undefined || tool.output !== undefined || tool.stdout !== undefined);
}

export function timeOf(timestamp: string | undefined): number {
  const time = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  return Number.isFinite(time) ? time : 0;
}

/** What tools call the file that they are about. */
export const PATH_FIELDS: readonly string[] = [
  'file_path',
  'filePath',
  'path',
  'notebook_path',
  'absolute_path',
  'target_file',
  'filename',
];
const FILE_TOOLS: ReadonlySet<string> = new Set(['read', 'edit', 'write']);
/** Longer ones are no paths. */
const MAX_PATH = 4096;

/** Files that an event is about, each once. A change weighs more than a look. */
export function touchesOf(event: EventDraft): Touch[] {
  const touched = new Map<string, string>();
  const kind = event.tool?.kind;
  if (kind && FILE_TOOLS.has(kind)) {
    const path = pathIn(event.tool?.input);
    if (path) touched.set(path, kind);
  }
  for (const part of event.parts ?? []) {
    if (part.type === 'file_ref' && part.path && part.path.length <= MAX_PATH) {
      touched.set(part.path, part.action ?? 'read');
    }
  }
  return [...touched].map(([path, action]) => ({ path, action }));
}

function pathIn(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  for (const field of PATH_FIELDS) {
    const value = (input as Record<string, unknown>)[field];
    if (typeof value === 'string' && value !== '' && value.length <= MAX_PATH) return value;
  }
  return undefined;
}

/** The model that numbers are kept under. */
export const pricedModel = (model: string | null | undefined, usage: Usage): string | null =>
  model == null ? null : pricedAs(model, usage);

export interface UsageColumns {
  /** Key under which the numbers count once. */
  readonly response: string;
  readonly scope: string;
  readonly model: string | null;
  readonly time: number;
  readonly subagent: boolean;
  readonly usage: Usage;
}

export function usageOf(event: EventDraft): UsageColumns | undefined {
  const { usage } = event;
  if (!usage) return undefined;
  return {
    response: usage.responseId ?? `event ${event.id}`,
    scope: usage.scope ?? 'response',
    model: pricedModel(event.model, usage),
    time: timeOf(event.timestamp),
    subagent: isSubagentSource(usage.source ?? event.source),
    usage,
  };
}
