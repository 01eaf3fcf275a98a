/** The skeleton of a session in columns, as the page lays out rows that it has not loaded. */

import type { SessionMap } from '../api/views.ts';
import { FLAGS } from '../events/event-facts.ts';
import { MAP_FLAGS } from '../events/map-flags.ts';
import type { SkeletonEvent } from '../store/views.ts';
import { WAIT_TYPES } from '../turns/turn-step.ts';
import { isPrompt } from './skeleton.ts';

/** `edits`: which events changed files, by logSeq. */
export function sessionMap(skeleton: Iterable<SkeletonEvent>, edits: { has(logSeq: number): boolean }): SessionMap {
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
  let [before, lastSeq] = [0, 0];
  for (const event of skeleton) {
    columns.type.push(types.at(event.type));
    columns.source.push(sources.at(event.source.source));
    columns.tool.push(tools.at(event.tool));
    columns.status.push(statuses.at(event.status));
    columns.time.push(event.time - before);
    columns.flags.push(flagsOf(event, edits.has(event.logSeq)));
    columns.durationMs.push(event.ms ?? 0);
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
function flagsOf(event: SkeletonEvent, isEdit: boolean): number {
  let flags = 0;
  for (const [own, bit] of BITS) if (event.flags & own) flags |= bit;
  if (event.source.source !== 'primary') flags |= MAP_FLAGS.subagent;
  if (isPrompt(event)) flags |= MAP_FLAGS.turn;
  if (isEdit) flags |= MAP_FLAGS.edit;
  if (WAIT_TYPES.has(event.type)) flags |= MAP_FLAGS.waits;
  return flags;
}
