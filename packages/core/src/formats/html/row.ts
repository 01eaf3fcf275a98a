/** One event for readers without scripts: what the page's plain HTML shows of it. */

/** What a row is of. */
export const ROW_KINDS = {
  u: 'user',
  a: 'assistant',
  r: 'reasoning',
  c: 'call',
  o: 'result',
  s: 'system',
  e: 'error',
  q: 'question',
  m: 'other',
} as const;

export type RowKind = keyof typeof ROW_KINDS;

/** What a row of a kind is called that has no name of its own. */
export const ROW_HEADS: Readonly<Partial<Record<RowKind, string>>> = {
  u: 'User',
  a: 'Assistant',
  r: 'Thinking',
  s: 'System',
  e: 'Error',
};

/** p: prose; c: code, output or a diff; j: JSON. */
export type BodyKind = 'p' | 'c' | 'j';
export type Body = readonly [kind: BodyKind, text: string];

export interface Row {
  readonly kind: RowKind;
  /** Empty when the kind says it. */
  readonly head: string;
  /** Status, model and the like. */
  readonly note: string;
  /** The subagent it belongs to; empty for the session's own agent. */
  readonly from: string;
  readonly body: readonly Body[];
}
