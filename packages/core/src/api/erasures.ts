/** Erasing sessions for good. */
import Type from 'typebox';
import { textOrNull, texts } from './fields.ts';

export const NewErasure = Type.Object(
  {
    sessions: Type.Array(Type.String({ minLength: 4, maxLength: 200 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Ids of the sessions. Those that are not there are passed over',
    }),
  },
  { description: 'What is to be erased' },
);
export type NewErasure = Type.Static<typeof NewErasure>;

export const Erasure = Type.Object(
  {
    erased: texts('Ids of the sessions that are gone'),
    unfinished: textOrNull(
      'Why parts of them may still be found in bytes of the archive or a backup; null when none are',
    ),
  },
  { description: 'What was erased' },
);
export type Erasure = Type.Static<typeof Erasure>;
