/** Tellings as lists of numbers and a few ids, a third of the size of their objects. The order of both lists is kept for good. */
import type { UniversalType } from '@hansard/core/formats/universal/event.ts';
import type { KeptTelling } from '@hansard/core/store/universal.ts';

const TYPES: readonly UniversalType[] = [
  'session.started',
  'session.ended',
  'turn.started',
  'turn.ended',
  'item.started',
  'item.delta',
  'item.completed',
  'permission.requested',
  'permission.resolved',
  'question.requested',
  'question.resolved',
  'error',
  'agent.unparsed',
];

/** Which of these it has is told by bits; those that are only ever true have no value. */
const FIELDS = [
  'first',
  'runs',
  'refused',
  'unfinished',
  'time',
  'turn',
  'parent',
  'piece',
  'pieces',
  'closes',
  'asked',
  'failure',
  'own',
] as const satisfies readonly (keyof KeptTelling)[];
const SWITCHES = 4;

export type PackedTelling = readonly (number | string)[];

export function packTelling(telling: KeptTelling): PackedTelling {
  let has = 0;
  const values: (number | string)[] = [];
  FIELDS.forEach((field, bit) => {
    const value = telling[field];
    if (value === undefined) return;
    has |= 1 << bit;
    if (bit >= SWITCHES) values.push(value as number | string);
  });
  return [TYPES.indexOf(telling.type), telling.about ?? 0, has, ...values];
}

export function unpackTelling([type, about, has, ...values]: PackedTelling): KeptTelling {
  const telling: Record<string, unknown> = { type: TYPES[type as number] };
  if (about !== 0) telling['about'] = about;
  let next = 0;
  FIELDS.forEach((field, bit) => {
    if ((has as number) & (1 << bit)) telling[field] = bit < SWITCHES ? true : values[next++];
  });
  return telling as unknown as KeptTelling;
}
