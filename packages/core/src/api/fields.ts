/** How the API writes down common kinds of fields; each says in a sentence what it holds. */
import Type from 'typebox';

export const text = (description: string) => Type.String({ description });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const flag = (description: string) => Type.Boolean({ description });
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const counts = (description: string) => Type.Array(Type.Integer(), { description });
export const share = (description: string) => Type.Number({ minimum: 0, description });
export const time = (description: string) => Type.String({ format: 'date-time', description });

export const orNull = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
export const textOrNull = (description: string) => orNull(Type.String(), description);
export const timeOrNull = (description: string) => orNull(Type.String({ format: 'date-time' }), description);
export const countOrNull = (description: string) => orNull(Type.Integer({ minimum: 0 }), description);
export const shareOrNull = (description: string) => orNull(Type.Number({ minimum: 0 }), description);

export const oneOf = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description });

/** A switch in a query: `?full`, `?full=1` and `?full=true` mean yes. */
export const toggle = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['', '1', '0', 'true', 'false'], description }));

/** How many of something are wanted. */
export const limit = (most: number, usual: number, description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, description: `${description}; ${usual} unless said, at most ${most}` }),
  );
