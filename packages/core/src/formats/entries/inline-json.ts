import { jsonText } from '../json-text.ts';

/** JSON on one line with a space after colons and commas, as people and Python write it. */
export function inlineJson(value: unknown): string {
  // Strings hold no raw newlines in JSON, so every newline here is layout.
  return jsonText(value, 1).replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '');
}
