/** What routes of a hub are made of. */
import Type from 'typebox';
import { text } from '../fields.ts';

export const SMALL = 64 * 1024;
export const object = (description: string) => Type.Object({}, { additionalProperties: Type.Unknown(), description });
export const json = { media: 'json', cache: 'never', tag: 'sharing' } as const;
export const transcript = Type.Object({ id: text('Id of the transcript') });
export const project = Type.Optional(
  Type.String({ pattern: '^[\\w.-]{1,80}$', description: 'Project; `default` without it' }),
);
export const count = (description: string) => Type.Integer({ minimum: 0, description });
