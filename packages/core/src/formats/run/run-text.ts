/** The text of a run's files: lines with a space after each comma and colon, and documents over several lines. */
import { jsonText } from '../json-text.ts';

/** One line, as the format's own examples write it. */
export function lineText(value: unknown): string {
  // Strings hold no line breaks as JSON, so each of these is between members.
  const text = jsonText(value, 1).replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '');
  return `${text}\n`;
}

export const documentText = (value: unknown): string => `${jsonText(value, 2)}\n`;
