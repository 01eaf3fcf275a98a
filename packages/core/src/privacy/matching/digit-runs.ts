/**
 * Where numbers begin that are worth a look: cards, telephone numbers, addresses. Digits may be grouped by up to three
 * separators, and each group may be the beginning, because an ordinary number may stand in front of a telling one.
 */

/** A place where a number may begin, and how many digits follow it in groups. */
export type OnNumber = (at: number, digits: number) => void;

const RUN = /\d(?:[ .()/+-]{0,3}\d){3}/g;
const SEPARATOR = (() => {
  const set = new Uint8Array(128);
  for (const character of ' .()/+-') set[character.charCodeAt(0)] = 1;
  return set;
})();

export function eachNumber(text: string, onNumber: OnNumber): void {
  RUN.lastIndex = 0;
  for (let found = RUN.test(text); found; found = RUN.test(text)) {
    const start = runStart(text, RUN.lastIndex);
    RUN.lastIndex = reportRun(text, start, onNumber);
  }
}

/** The run that the first four digits, ending at `end`, belong to. */
function runStart(text: string, end: number): number {
  let at = end;
  for (let digits = 0; digits < 4; ) if (isDigit(text.charCodeAt(--at))) digits++;
  return at;
}

function reportRun(text: string, start: number, onNumber: OnNumber): number {
  const groups: number[] = [];
  const before: number[] = [];
  let digits = 0;
  let at = start;
  for (let gap = 0; at < text.length && gap <= 3; at++) {
    if (isDigit(text.charCodeAt(at))) {
      if (gap > 0 || digits === 0) {
        groups.push(at);
        before.push(digits);
      }
      digits++;
      gap = 0;
    } else if (SEPARATOR[text.charCodeAt(at)] === 1) gap++;
    else break;
  }
  for (let i = 0; i < groups.length; i++) onNumber(groups[i]!, digits - before[i]!);
  return at;
}

export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
