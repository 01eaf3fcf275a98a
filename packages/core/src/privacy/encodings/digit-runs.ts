/** What runs of base64 and of hexadecimal digits have in common: they are broken over lines, and hold text or noise. */

/** The value of a digit by its character; `NO_DIGIT` for every other. */
export type DigitValues = Uint8Array;
export const NO_DIGIT = 255;

export const noDigits = (): DigitValues => new Uint8Array(128).fill(NO_DIGIT);

export const isDigit = (values: DigitValues, unit: number): boolean => unit < 128 && values[unit] !== NO_DIGIT;

/** The end, before `stop`, of the run that begins at `start` and holds `at`. Only lines of some length go on with the next. */
export function runEnd(
  values: DigitValues,
  text: string,
  { at, start, stop, shortestLine }: { at: number; start: number; stop: number; shortestLine: number },
): number {
  let end = at + 1;
  for (let line = start; ; ) {
    while (end < stop && isDigit(values, text.charCodeAt(end))) end++;
    const next = nextLine(text, end);
    if (next === 0 || end - line < shortestLine || next >= stop || !isDigit(values, text.charCodeAt(next))) return end;
    line = next;
    end = next + 1;
  }
}

/** Where the line after `end` begins, when `end` is the end of one, escaped or not; 0 when it is not. */
export function nextLine(text: string, end: number): number {
  const unit = text.charCodeAt(end);
  if (unit === 10) return end + 1;
  if (unit === 13 && text.charCodeAt(end + 1) === 10) return end + 2;
  return unit === 92 && text.charCodeAt(end + 1) === 110 ? end + 2 : 0;
}

export const isPrintable = (byte: number): boolean =>
  (byte >= 32 && byte < 127) || byte === 10 || byte === 9 || byte === 13;
