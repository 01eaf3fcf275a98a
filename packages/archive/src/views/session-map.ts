/** The skeleton of a session in columns, as the page lays out rows that it has not loaded. */
import { MAP_FLAGS } from '@hansard/core/api/map-flags.ts';
import type { SessionMap } from '@hansard/core/api/views.ts';
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import { editsOf } from './edits.ts';
import { isPrompt, type SkeletonEvent, skeleton } from './skeleton.ts';

export function sessionMap(sql: Sql, sessionId: number): SessionMap {
  const [sources, types, models] = [new List(), new List(), new List()];
  const [tools, statuses] = [new List(''), new List('')];
  const columns: SessionMap['columns'] = {
    type: [],
    source: [],
    tool: [],
    status: [],
    time: [],
    flags: [],
    durationMs: [],
  };
  const edits = editsOf(sql, sessionId);
  let [before, lastSeq] = [0, 0];
  for (const event of skeleton(sql, sessionId)) {
    columns.type.push(types.at(event.type));
    columns.source.push(sources.at(event.source.source));
    columns.tool.push(tools.at(event.tool));
    columns.status.push(statuses.at(event.status));
    columns.time.push(event.time - before);
    columns.flags.push(flagsOf(event, edits.has(event.number)));
    columns.durationMs.push(event.ms);
    if (event.model !== '') models.at(event.model);
    before = event.time;
    lastSeq = event.logSeq;
  }
  return {
    lastSeq,
    sources: sources.names,
    types: types.names,
    tools: tools.names,
    statuses: statuses.names,
    models: models.names,
    columns,
  };
}

/** Names by their number. */
class List {
  readonly names: string[];
  readonly #numbers = new Map<string, number>();

  constructor(...first: string[]) {
    this.names = first;
    for (const [number, name] of first.entries()) this.#numbers.set(name, number);
  }

  at(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

const BITS: readonly (readonly [number, number])[] = [
  [FLAGS.error, MAP_FLAGS.error],
  [FLAGS.hidden, MAP_FLAGS.hidden],
  [FLAGS.withdrawn, MAP_FLAGS.withdrawn],
  [FLAGS.compaction, MAP_FLAGS.compaction],
];
const WAITS: ReadonlySet<string> = new Set(['permission', 'question']);

function flagsOf(event: SkeletonEvent, isEdit: boolean): number {
  let flags = 0;
  for (const [own, bit] of BITS) if (event.flags & own) flags |= bit;
  if (event.source.source !== 'primary') flags |= MAP_FLAGS.subagent;
  if (isPrompt(event)) flags |= MAP_FLAGS.turn;
  if (isEdit) flags |= MAP_FLAGS.edit;
  if (WAITS.has(event.type)) flags |= MAP_FLAGS.waits;
  return flags;
}
