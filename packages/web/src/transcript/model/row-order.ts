/**
 * The rows of the list, in reading order: each agent's events as they came, a subagent's below the call that spawned it.
 * A row is a number: a logSeq, or below zero for the heading of a subagent.
 */

import { MAP_FLAGS } from '@hansard/core/events/map-flags.ts';
import type { CallResults } from './call-results.ts';
import { groupOf, type View } from './groups.ts';
import type { Skeleton } from './skeleton.ts';

export interface Rows {
  readonly ids: Int32Array;
  /** How deep in the tree of agents. */
  readonly depths: Uint8Array;
}

export interface RowOrder {
  readonly skeleton: Skeleton;
  readonly results: CallResults;
  readonly view: View;
  /** The logSeq of the call that spawned a source. */
  spawn(source: number): number | undefined;
  isFolded(source: number): boolean;
}

const DEEPEST = 100;

export const headingOf = (source: number): number => -1 - source;
/** The source that a heading is of; undefined for the row of an event. */
export const sourceOfHeading = (row: number): number | undefined => (row < 0 ? -1 - row : undefined);

export function rowsOf(order: RowOrder): Rows {
  const { skeleton, view } = order;
  const sources = eventsBySource(order);
  const children = childrenByCall(order, sources);
  const ids: number[] = [];
  const depths: number[] = [];
  const walk = (source: number, depth: number): void => {
    for (const seq of sources[source] ?? []) {
      const shown = isShown(skeleton, seq, view);
      if (shown) {
        ids.push(seq);
        depths.push(depth);
      }
      const spawned = view.source === null && depth < DEEPEST && shown ? children.get(seq) : undefined;
      for (const child of spawned ?? []) heading(child, depth + 1);
    }
  };
  const heading = (source: number, depth: number): void => {
    ids.push(headingOf(source));
    depths.push(depth);
    if (!order.isFolded(source)) walk(source, depth);
  };
  walk(rootOf(skeleton, view.source ?? 'primary'), 0);
  if (view.source === null && view.groups.has('tools')) for (const child of children.get(0) ?? []) heading(child, 1);
  return { ids: Int32Array.from(ids), depths: Uint8Array.from(depths) };
}

/** The session's own agent, unless another is asked for. */
const rootOf = ({ sources }: Skeleton, source: string): number => Math.max(0, sources.indexOf(source));

/** A compaction divides the session, and is seen at every level. */
export function isShown(skeleton: Skeleton, seq: number, { groups }: View): boolean {
  const type = skeleton.type(seq);
  return type !== undefined && (groups.has(groupOf(type)) || skeleton.has(seq, MAP_FLAGS.compaction));
}

function eventsBySource({ skeleton, results }: RowOrder): number[][] {
  const sources: number[][] = skeleton.sources.map(() => []);
  for (let seq = 1; seq <= skeleton.lastSeq; seq++) {
    if (skeleton.type(seq) === undefined || results.callOf(seq) !== undefined) continue;
    sources[skeleton.source(seq)]?.push(seq);
  }
  return sources;
}

/** Subagents by the call below which they stand; those without one are under 0, behind all others. */
function childrenByCall(order: RowOrder, sources: readonly number[][]): Map<number, number[]> {
  const children = new Map<number, number[]>();
  const root = rootOf(order.skeleton, 'primary');
  for (let source = 0; source < sources.length; source++) {
    if (source === root || sources[source]?.length === 0) continue;
    const call = order.spawn(source) ?? 0;
    const place = call > 0 && order.skeleton.source(call) !== source ? call : 0;
    children.set(place, [...(children.get(place) ?? []), source]);
  }
  return children;
}
