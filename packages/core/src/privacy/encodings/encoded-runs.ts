/** Runs of base64, of hexadecimal digits and of bytes as numbers in a text that decode to readable text. */
import { eachBase64Run } from './base64-runs.ts';
import { eachByteList } from './byte-lists.ts';
import { findDigits, readDigits } from './hex-runs.ts';

export interface EncodedRun {
  readonly encoding: 'base64' | 'hex' | 'list';
  readonly decoded: string;
  /** Where in the text stands what holds a character of `decoded`; of base64, the whole run does. */
  place(at: number): number;
  /** The same for the end of the character before a place of `decoded`. */
  placeBehind(at: number): number;
}

export function eachEncodedRun(text: string, onRun: (run: EncodedRun) => void): void {
  // Starts and ends.
  const digits: number[] = [];
  const onDigits = (start: number, end: number) => digits.push(start, end);
  let done = 0;
  eachBase64Run(
    text,
    ({ start, end, decoded }) => onRun({ encoding: 'base64', decoded, place: () => start, placeBehind: () => end }),
    (start, end) => {
      done = findDigits(text, Math.max(start, done), end, onDigits);
    },
  );
  for (let i = 0; i < digits.length; i += 2) {
    readDigits(text, digits[i]!, digits[i + 1]!, (run) => onRun({ encoding: 'hex', ...run }));
  }
  eachByteList(text, (run) => onRun({ encoding: 'list', ...run }));
}
