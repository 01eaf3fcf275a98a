/** Keeps a timeline small: beyond a number of spans, short tools that follow one another become one. */
import type { TimeLane, TimeSpan } from '../api/views.ts';

/** Spans of other kinds than tools stay as they are, unless they alone are too many. */
export function mergeSpans(lanes: readonly TimeLane[], most: number): TimeLane[] {
  const all = lanes.reduce((sum, { spans }) => sum + spans.length, 0);
  if (all <= most) return [...lanes];
  const room = (spans: readonly TimeSpan[]) => Math.max(1, Math.floor((spans.length / all) * most));
  return lanes.map((lane) => ({ ...lane, spans: mergeLane(lane.spans, room(lane.spans)) }));
}

function mergeLane(spans: readonly TimeSpan[], most: number): TimeSpan[] {
  const byKind = new Map<string, TimeSpan[]>();
  for (const span of spans) {
    const group = byKind.get(span.kind);
    if (group) group.push(span);
    else byKind.set(span.kind, [span]);
  }
  const groups = [...byKind.values()];
  const merged = groups.flatMap((group) => {
    const room = Math.max(1, Math.floor((group.length / spans.length) * most));
    const size = Math.ceil(group.length / room);
    return size <= 1 ? group : chunks(group, size).map(joined);
  });
  return merged.sort((a, b) => a.from - b.from || b.to - a.to);
}

function* slices<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

const chunks = <T>(list: readonly T[], size: number): T[][] => [...slices(list, size)];

/** It has the name and status of its longest. */
function joined(group: readonly TimeSpan[]): TimeSpan {
  const [first] = group as [TimeSpan];
  if (group.length === 1) return first;
  const longest = group.reduce((most, span) => (span.to - span.from > most.to - most.from ? span : most), first);
  const to = group.reduce((last, span) => Math.max(last, span.to), first.to);
  return { ...longest, logSeq: first.logSeq, from: first.from, to, merged: group.length };
}
