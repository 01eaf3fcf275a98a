/** What a format cannot hold of a session, field by field: for whoever exports, before or after. */
import { isObject } from '../reading/native-values.ts';
import type { Event } from '../transcript.ts';
import type { Format, OptionValues, TranscriptSource } from './contract.ts';

export interface Loss {
  /** Where the field is: in the document itself, or in events of a type. */
  readonly of: 'document' | string;
  /** Dotted path; empty when the events themselves are left out. */
  readonly field: string;
  /** How many events, or documents, have it. */
  readonly count: number;
}

/** Nothing for a format that keeps everything. What is lost of one type of event stands together, as it is met. */
export async function lossReport(
  source: TranscriptSource,
  format: Format,
  options: OptionValues = {},
): Promise<Loss[]> {
  const holdings = format.holds(options);
  if (holdings === 'everything') return [];
  const counts = new Map<string, Map<string, number>>();
  const lose = (of: string, field: string) => {
    const fields = counts.get(of) ?? new Map<string, number>();
    counts.set(of, fields.set(field, (fields.get(field) ?? 0) + 1));
  };
  walk(source.header, '', holdings.header, (field) => lose('document', field));
  for await (const event of source.events()) {
    const held = holdings.omits?.(event) ? undefined : heldBy(holdings.events, event);
    if (held) walk(event, '', held, (field) => lose(event.type, field));
    else lose(event.type, '');
  }
  return [...counts].flatMap(([of, fields]) => [...fields].map(([field, count]) => ({ of, field, count })));
}

const heldBy = (events: Readonly<Record<string, readonly string[]>>, { type }: Event): readonly string[] | undefined =>
  Object.hasOwn(events, type) ? events[type] : events['*'];

/** A field of which nothing is held is told as one. Goes no deeper than the paths that are held. */
function walk(value: object, path: string, held: readonly string[], lose: (field: string) => void): void {
  if (held.includes('')) return;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const field = path === '' ? name : `${path}.${name}`;
    if (held.includes(field)) continue;
    if (isObject(member) && held.some((path) => path.startsWith(`${field}.`))) walk(member, field, held, lose);
    else lose(field);
  }
}
