/**
 * Records that a document brought along because it was redacted before. They are kept when they are true: the
 * placeholder stands where they say. Anything else is dropped, because a receipt can be forged like any other text.
 */
import type { Redaction } from '../../transcript.ts';
import type { Mark } from '../texts/edit-text.ts';
import { isPlaceholder } from '../texts/placeholder.ts';
import { textOf } from './field-text.ts';

export class OldRecords {
  private readonly byField = new Map<string, Mark[]>();
  /** Records about names of fields, and about fields that are gone, with their field. */
  readonly keys: readonly ReceiptRecord[];

  private constructor(root: unknown, records: readonly unknown[]) {
    const proven = records.map((record) => prove(root, record)).filter((r) => !!r);
    this.keys = proven.filter((record) => record.key || record.placeholder === '');
    for (const record of proven) {
      if (record.key || record.placeholder === '') continue;
      const marks = this.byField.get(record.field) ?? [];
      marks.push(record);
      this.byField.set(record.field, marks);
    }
  }

  get isEmpty(): boolean {
    return this.byField.size === 0;
  }

  /** None: most documents were not redacted before. */
  static readonly NONE = new OldRecords({}, []);

  /** The records that a document, or an event of it, brought along. */
  static of(root: unknown, records: unknown): OldRecords {
    return Array.isArray(records) && records.length > 0 ? new OldRecords(root, records) : OldRecords.NONE;
  }

  /** What stands in a field already, in order and apart. */
  marksIn(field: string): readonly Mark[] {
    const marks = this.byField.get(field);
    if (!marks) return [];
    let end = 0;
    return marks
      .sort((a, b) => a.start - b.start)
      .filter((mark) => {
        const apart = mark.start >= end;
        if (apart) end = mark.end;
        return apart;
      })
      .map(({ ruleId, type, placeholder, start, end: last }) => ({ ruleId, type, placeholder, start, end: last }));
  }
}

/** Of a field that went as a whole. */
export const NOTHING_LEFT = { placeholder: '', start: 0, end: 0 } as const;

/** A record of the receipt with everything it can say. */
export interface ReceiptRecord extends Mark {
  readonly field: string;
  /** The placeholder stands in the name of the field, not in its value. */
  readonly key?: true;
  /** The value is base64, and places are those of the text it encodes. */
  readonly encoding?: 'base64';
}

/** The order of a receipt: by field, names before values, from left to right. It does not depend on how it came about. */
export function inOrder(records: readonly ReceiptRecord[]): ReceiptRecord[] {
  if (records.length === 1) return [...records];
  return [...records].sort(
    (a, b) => compare(a.field, b.field) || Number(b.key ?? 0) - Number(a.key ?? 0) || a.start - b.start,
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const WORD = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** The record, if it is true of what it speaks about. */
export function prove(root: unknown, record: unknown): ReceiptRecord | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const { field, ruleId, type, placeholder, start, end, key, encoding } = record as Record<
    keyof Redaction | 'key' | 'encoding',
    unknown
  >;
  if (typeof field !== 'string' || typeof placeholder !== 'string') return undefined;
  if (placeholder === '') return proveGone(root, field, record as Redaction);
  if (!isPlaceholder(placeholder)) return undefined;
  if (typeof ruleId !== 'string' || typeof type !== 'string' || !WORD.test(ruleId) || !WORD.test(type))
    return undefined;
  const text = textOf(root, { field, key, encoding });
  const place = typeof start === 'number' ? start : (text?.indexOf(placeholder) ?? -1);
  if (text === undefined || place < 0 || text.slice(place, place + placeholder.length) !== placeholder)
    return undefined;
  if (end !== undefined && end !== place + placeholder.length) return undefined;
  const mark = { field, ruleId, type, placeholder, start: place, end: place + placeholder.length };
  return key === true ? { ...mark, key } : mark;
}

/** What a content policy leaves nothing of; other fields do not go without a placeholder. */
const REMOVABLE = new Set(['tool.output', 'tool.stdout', 'tool.stderr', 'tool.result', 'text', 'parts', 'extra']);

function proveGone(root: unknown, field: string, { ruleId, type }: Redaction): ReceiptRecord | undefined {
  if (!REMOVABLE.has(field) || ruleId !== 'content-policy' || type !== 'content') return undefined;
  const value = field
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], root);
  return value === undefined ? { field, ruleId, type, ...NOTHING_LEFT } : undefined;
}
