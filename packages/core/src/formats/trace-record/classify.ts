/**
 * What a person should look at before a record is published: marks of a company's inside that are neither secrets nor
 * personal data. They are counted and never removed, as the record's own pipeline does.
 */
import type { Event } from '../../transcript.ts';

/** Version of the marks below; raise it with them. */
export const CLASSIFIER_VERSION = '1.0.0';

const MARKS: readonly RegExp[] = [
  /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:internal|intranet|corp|lan|local)\b/i,
  /\barn:aws[a-z-]*:[a-z0-9-]*:[a-z0-9-]*:\d{12}:/,
  /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqps?):\/\/[^\s"']+/i,
  /\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b/,
  /\b(?:confidential|internal use only|do not distribute|under nda)\b/i,
];

/** Marks are at the beginning of texts, or everywhere: the rest of a long one says no more. */
const LOOKED_AT = 100_000;

/** How many kinds of marks an event has. */
export function flagsIn({ text, tool, error }: Event): number {
  const input =
    typeof tool?.input === 'string' ? tool.input : tool?.input === undefined ? '' : JSON.stringify(tool.input);
  const words = [text, input, tool?.output, error?.message].map((part) => (part ?? '').slice(0, LOOKED_AT)).join('\n');
  return MARKS.filter((mark) => mark.test(words)).length;
}
