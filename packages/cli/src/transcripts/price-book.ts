/** The prices to use: the built-in ones under the user's own. */
import { readFileSync } from 'node:fs';
import { Failure, loadPriceBook, type PriceBook, readPriceOverrides } from '@hansard/core';
import { type ParseError, parse } from 'jsonc-parser';

/** `path` is the setting `prices`; empty when there are no own prices. */
export async function priceBook(path: string): Promise<PriceBook> {
  if (path === '') return loadPriceBook();
  const { overrides, problems } = readPriceOverrides(fileValue(path));
  const [problem] = problems;
  if (problem)
    throw new Failure('bad-prices', `${path}${problem.pointer && ` at ${problem.pointer}`}: ${problem.message}.`);
  return loadPriceBook(overrides);
}

function fileValue(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure('bad-prices', `${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new Failure('bad-prices', `${path} is not valid JSON.`);
  return value;
}
