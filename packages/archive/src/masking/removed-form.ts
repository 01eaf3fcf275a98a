/**
 * One way in which something that was removed may be written, as the journal knows it: not the bytes, but their number,
 * a keyed hash of them, and two bytes of a keyed sum by which places are found where they may begin; for long ones two
 * more, by which most of these places are dismissed.
 */

/**
 * - `any`: wherever it stands. `word`: where it is no part of a longer word.
 * - `base64-N`: characters of base64 that begin as the Nth of a group of four.
 */
export const FORM_KINDS = ['any', 'word', 'base64-0', 'base64-1', 'base64-2', 'base64-3'] as const;
export type FormKind = (typeof FORM_KINDS)[number];

export interface RemovedForm {
  readonly kind: FormKind;
  /** So many bytes at the beginning are there to tell it from other things, and stay. */
  readonly lead: number;
  readonly filter: number;
  readonly tail: number | undefined;
  /** HMAC-SHA-256 in hex. */
  readonly check: string;
  readonly bytes: number;
  readonly rule: string;
}

const CODES: Readonly<Record<FormKind, string>> = {
  any: 'a',
  word: 'w',
  'base64-0': '0',
  'base64-1': '1',
  'base64-2': '2',
  'base64-3': '3',
};
const TEXT = /^([aw0-3])([0-9a-z]{1,4})\.([0-9a-f]{4})([0-9a-f]{4})?([0-9a-f]{64})$/;

/** As the table has it. */
export const formText = ({ kind, lead, filter, tail, check }: RemovedForm): string =>
  `${CODES[kind]}${lead.toString(36)}.${hex(filter)}${tail === undefined ? '' : hex(tail)}${check}`;

const hex = (value: number): string => value.toString(16).padStart(4, '0');

/** Undefined for what another program wrote. */
export function readForm(text: string, rule: string, bytes: number): RemovedForm | undefined {
  const [, code, lead, filter, tail, check] = TEXT.exec(text) ?? [];
  const kind = FORM_KINDS.find((one) => CODES[one] === code);
  if (!kind || lead === undefined || filter === undefined || check === undefined) return undefined;
  return {
    kind,
    lead: Number.parseInt(lead, 36),
    filter: Number.parseInt(filter, 16),
    tail: tail === undefined ? undefined : Number.parseInt(tail, 16),
    check,
    bytes,
    rule,
  };
}
