/** Follows the receipt of a redacted transcript in both directions, and tells what does not agree. */
import { namesOf, textOf } from '../privacy/receipt/field-text.ts';
import { placeholdersIn } from '../privacy/texts/placeholder.ts';
import type { Transcript } from '../transcript.ts';

interface ReceiptLine {
  readonly field: string;
  readonly placeholder: string;
  readonly start?: number;
  readonly end?: number;
  readonly key?: boolean;
  readonly encoding?: string;
}

/** `ours` says which placeholders must have a record: those that were in the input need none. */
export function receiptFaults(transcript: Transcript, ours: (placeholder: string) => boolean = () => true): string[] {
  const { events, ...head } = transcript;
  const { privacy, submitter, ...rest } = head;
  const faults = [
    ...faultsIn('head', { ...rest }, (privacy.redactions ?? []) as ReceiptLine[], ours),
    ...events.flatMap(({ redactions, ...event }) =>
      faultsIn(event.id, event, (redactions ?? []) as ReceiptLine[], ours),
    ),
  ];
  const records = events.reduce((sum, event) => sum + (event.redactions?.length ?? 0), privacy.redactions?.length ?? 0);
  if (records !== privacy.redactionCount) faults.push(`${privacy.redactionCount} counted, ${records} recorded`);
  return faults;
}

function faultsIn(
  name: string,
  root: unknown,
  records: readonly ReceiptLine[],
  ours: (text: string) => boolean,
): string[] {
  const faults: string[] = [];
  const recorded = new Set<string>();
  for (const record of records) {
    const text = textOf(root, record);
    // A field that went as a whole left nothing.
    if (record.placeholder === '' && text === undefined) continue;
    if (text?.slice(record.start, record.end) !== record.placeholder) {
      faults.push(`${name}: no placeholder for ${JSON.stringify(record)} in ${JSON.stringify(text?.slice(0, 200))}`);
    }
    if (record.encoding) continue;
    const place = placeOf(namesOf(record.field), record.key === true, record.start ?? -1);
    if (recorded.has(place)) faults.push(`${name}: two records for ${place}`);
    recorded.add(place);
  }
  for (const { names, key, text } of stringsOf(root, [])) {
    for (const { start, end } of placeholdersIn(text)) {
      const place = placeOf(names, key, start);
      if (ours(text.slice(start, end)) && !recorded.has(place)) faults.push(`${name}: no record for ${place} ${text}`);
    }
  }
  return faults;
}

const placeOf = (names: readonly string[], key: boolean, start: number): string => JSON.stringify([names, key, start]);

interface Found {
  readonly names: readonly string[];
  readonly key: boolean;
  readonly text: string;
}

/** Every string of a value, and every name of a field. */
export function* stringsOf(value: unknown, names: readonly string[]): Generator<Found> {
  if (typeof value === 'string') yield { names, key: false, text: value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield { names: [...names, name], key: true, text: name };
    yield* stringsOf(inner, [...names, name]);
  }
}
