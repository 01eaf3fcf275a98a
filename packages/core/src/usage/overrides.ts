/**
 * The user's own prices: an object from model id or glob (`*` stands for any text) to dollars a million tokens.
 * `{ "my-model*": { "input": "3.00", "output": "15.00", "cacheRead": "0.30" } }`
 */
import { type PartialRates, picoPerToken } from './rates.ts';

export interface PriceOverride {
  /** As the user wrote it. */
  readonly pattern: string;
  readonly rates: PartialRates;
  matches(model: string): boolean;
}

/** Something wrong in the user's prices. */
export interface OverrideProblem {
  /** JSON pointer into the object. */
  readonly pointer: string;
  readonly message: string;
}

export interface OverridesRead {
  readonly overrides: PriceOverride[];
  readonly problems: OverrideProblem[];
}

const FIELDS = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const;
const EXPECTED = 'expected dollars a million tokens, such as "3.00": at most six decimals, not negative';

/** Reads parsed JSON. An entry with a problem is left out; the others hold. */
export function readPriceOverrides(value: unknown): OverridesRead {
  if (!isObject(value)) {
    return { overrides: [], problems: [{ pointer: '', message: 'expected an object from model id to prices' }] };
  }
  const overrides: PriceOverride[] = [];
  const problems: OverrideProblem[] = [];
  for (const [pattern, prices] of Object.entries(value)) {
    const found = problemsOf(pattern, prices);
    problems.push(...found);
    if (found.length === 0) overrides.push(overrideOf(pattern, prices as Record<string, string | number>));
  }
  return { overrides, problems };
}

function problemsOf(pattern: string, prices: unknown): OverrideProblem[] {
  const pointer = `/${pattern.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (pattern.trim() === '') return [{ pointer, message: 'expected a model id or a glob as the name' }];
  if (!isObject(prices)) return [{ pointer, message: `expected an object with ${FIELDS.join(', ')}` }];
  const problems: OverrideProblem[] = [];
  for (const [field, price] of Object.entries(prices)) {
    const at = `${pointer}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!(FIELDS as readonly string[]).includes(field)) {
      problems.push({ pointer: at, message: `unknown field; expected one of ${FIELDS.join(', ')}` });
    } else if (picoOf(price) === undefined) problems.push({ pointer: at, message: EXPECTED });
  }
  for (const field of ['input', 'output'] as const) {
    if (prices[field] === undefined) problems.push({ pointer, message: `${field} is missing; ${EXPECTED}` });
  }
  return problems;
}

function overrideOf(pattern: string, prices: Record<string, string | number>): PriceOverride {
  const rates = Object.fromEntries(
    FIELDS.flatMap((field) => (field in prices ? [[field, picoOf(prices[field])]] : [])),
  );
  return { pattern, rates: rates as unknown as PartialRates, matches: globMatcher(pattern.toLowerCase()) };
}

function picoOf(price: unknown): bigint | undefined {
  if (typeof price === 'string') return picoPerToken(price.trim());
  return typeof price === 'number' ? picoPerToken(String(price)) : undefined;
}

/** No regular expression: a pattern of many stars must not be slow. */
function globMatcher(pattern: string): (model: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  return (model) => {
    const id = model.toLowerCase();
    if (last === undefined) return id === first;
    if (!id.startsWith(first) || id.length < first.length + last.length || !id.endsWith(last)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = id.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= id.length - last.length;
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
