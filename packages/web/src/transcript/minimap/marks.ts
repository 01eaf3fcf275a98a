/** What the map beside the list shows, by rows; near marks of a kind are one. */
import { MAP_FLAGS } from '@hansard/core/events/map-flags.ts';
import type { Reader } from '../reader.ts';

export interface MapMark {
  /** Share of the way. */
  readonly at: number;
  readonly kind: 'error' | 'edit' | 'compaction' | 'wait';
}

const KINDS = [
  [MAP_FLAGS.edit, 'edit'],
  [MAP_FLAGS.waits, 'wait'],
  [MAP_FLAGS.error, 'error'],
  [MAP_FLAGS.compaction, 'compaction'],
] as const;
/** Places that can be told apart. */
const STEPS = 800;

export function marksOf({ list, store }: Pick<Reader, 'list' | 'store'>): MapMark[] {
  const { ids } = list.rows;
  const seen = new Set<string>();
  const marks: MapMark[] = [];
  ids.forEach((row, place) => {
    if (row < 0) return;
    const result = store.resultSeq(row);
    for (const [flag, kind] of KINDS) {
      if (!store.skeleton.has(row, flag) && !(result !== undefined && store.skeleton.has(result, flag))) continue;
      const step = Math.floor((place / ids.length) * STEPS);
      const key = `${kind} ${step}`;
      if (seen.has(key)) continue;
      seen.add(key);
      marks.push({ at: step / STEPS, kind });
    }
  });
  return marks;
}
