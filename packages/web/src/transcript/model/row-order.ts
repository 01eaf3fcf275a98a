/**
 * The rows of the list, in reading order: each agent's events as they came, a subagent's below the call that spawned it.
 * A row is a number: a logSeq, or for the heading of a subagent minus its place among the sources.
 */

import type { CallResults } from './call-results.ts';
import { groupOf, type View } from './groups.ts';
import { FLAG, type Skeleton } from './skeleton.ts';

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

export const headingOf = (source: number): number => -source;
export const isHeading = (row: number): boolean => row < 0;

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
  walk(Math.max(0, view.source === null ? 0 : skeleton.sources.indexOf(view.source)), 0);
  if (view.source === null && view.groups.has('tools')) for (const child of children.get(0) ?? []) heading(child, 1);
  return { ids: Int32Array.from(ids), depths: Uint8Array.from(depths) };
}

/** A compaction divides the session, and is seen at every level. */
export function isShown(skeleton: Skeleton, seq: number, { groups }: View): boolean {
  const type = skeleton.type(seq);
  return type !== undefined && (groups.has(groupOf(type)) || skeleton.has(seq, FLAG.compaction));
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
  for (let source = 1; source < sources.length; source++) {
    if (sources[source]?.length === 0) continue;
    const call = order.spawn(source) ?? 0;
    const place = call > 0 && order.skeleton.source(call) !== source ? call : 0;
    children.set(place, [...(children.get(place) ?? []), source]);
  }
  return children;
}
