/** Fields of the model, each with what it means: the schema publishes the words. */
import Type from 'typebox';

/** Values of an open list: others are valid too. */
export const oneOf = (list: readonly string[]): string => `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;

export const text = (description: string) => Type.String({ description });
export const name = (description: string) => Type.String({ minLength: 1, description });
export const flag = (description: string) => Type.Boolean({ description });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const ordinal = (description: string) => Type.Integer({ minimum: 1, description });
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const anything = (description: string) => Type.Unknown({ description });
export const fields = (description: string) => Type.Object({}, { additionalProperties: Type.Unknown(), description });
export const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
/** The pattern says what `format` alone does not: validators may ignore formats, or read them more loosely. */
export const time = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})$',
    description,
  });
