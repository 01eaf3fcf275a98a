/** A line of JSON Lines; undefined when it is no object. */
import { isObject } from '@hansard/core/reading/native-values.ts';

export function parsedLine(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
