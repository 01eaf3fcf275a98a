/** Checks a value against a schema. The compiler is only loaded when something is checked. */
import type { TSchema } from 'typebox';

export interface ShapeProblem {
  /** JSON pointer to the value that is wrong, or to the object in which one is missing. */
  readonly pointer: string;
  /** What was expected there. */
  readonly message: string;
}

/** The first problems of a value, none when it is valid. */
export type Check = (value: unknown) => ShapeProblem[];

export async function checkerOf(schema: TSchema): Promise<Check> {
  const { Compile } = await import('typebox/compile');
  const validator = Compile(schema);
  return (value) => (validator.Check(value) ? [] : describe(validator.Errors(value)));
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: unknown;
  readonly message: string;
}

/** One problem for each place: the alternatives of a union say together what was expected. */
function describe(errors: readonly SchemaError[]): ShapeProblem[] {
  const expected = new Map<string, Set<string>>();
  const timed = new Set(errors.flatMap(({ keyword, instancePath }) => (keyword === 'format' ? [instancePath] : [])));
  for (const error of errors) {
    // A time has a format and a pattern: one of them says enough.
    const what = error.keyword === 'pattern' && timed.has(error.instancePath) ? undefined : expectationOf(error);
    if (!what) continue;
    const place = expected.get(error.instancePath) ?? new Set<string>();
    expected.set(error.instancePath, place.add(what));
  }
  return [...expected].map(([pointer, whats]) => ({ pointer, message: `expected ${together(whats)}` }));
}

/** Where certain words are expected it need not be said that they are text. */
function together(whats: ReadonlySet<string>): string {
  const words = [...whats].some((what) => what.startsWith('"'));
  return [...whats].filter((what) => !words || what !== 'string').join(' or ');
}

function expectationOf({ keyword, params, message }: SchemaError): string | undefined {
  const { type, requiredProperties, allowedValue, allowedValues, limit, pattern } = params as Record<string, unknown>;
  // Where objects are closed, what is said of a field that is too many is said by whoever checks.
  if (keyword === 'anyOf' || keyword === 'additionalProperties' || keyword === 'boolean') return undefined;
  if (keyword === 'required') return `the field ${[requiredProperties].flat().join(', ')}`;
  if (keyword === 'type') return String(type);
  if (keyword === 'const') return JSON.stringify(allowedValue);
  if (keyword === 'enum')
    return [allowedValues]
      .flat()
      .map((value) => JSON.stringify(value))
      .join(' or ');
  if (keyword === 'format') return 'an RFC 3339 time';
  if (keyword === 'minimum') return `a number from ${limit}`;
  if (keyword === 'maximum') return `a number up to ${limit}`;
  if (keyword === 'minLength') return 'text that is not empty';
  if (keyword === 'pattern') return `text like ${pattern}`;
  return message;
}
