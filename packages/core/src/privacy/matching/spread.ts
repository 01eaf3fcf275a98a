/**
 * Which part of a finding is looked for in the rest of the transcript, where nothing around it gives it away. Secrets
 * are; but a password that is a plain word would take the word out of every sentence, so it goes only where it was found.
 */
import type { Finding } from './finding.ts';

const SHORTEST = 6;
/** A line of a private key. */
const LINE_OF_KEY = /[A-Za-z0-9+/=]{32,}/g;
const MOST_LINES = 400;

export interface Spread {
  readonly text: string;
  /** A value that only its context gave away is looked for as a whole word. */
  readonly whole: boolean;
  /** Of a part: what stands before and behind it in the secret. */
  readonly before?: string;
  readonly behind?: string;
}

export function spreadOf({ value, rule }: Finding): readonly Spread[] {
  if (rule.type !== 'secret') return [];
  if (rule.anchor.at === 'block') {
    const lines = [...new Set(value.match(LINE_OF_KEY))].slice(0, MOST_LINES);
    return lines.map((text) => ({ text, whole: false }));
  }
  if (rule.confidence === 'high' && rule.anchor.at !== 'field' && value.length >= 12)
    return [{ text: value, whole: false }];
  return isTelling(value) ? [{ text: value, whole: true }] : [];
}

/** Shorter ones are told by their kind when they are cut. */
const LONG = 32;
/** The beginning of a key is the same for all keys of its kind, and that of a web token to behind its first dot. */
const FIRST = 24;
const LAST = 16;

/** Agents cut outputs anywhere: what is left at the cut of a secret that has a shape of its own goes too. */
export function partsOf({ value, rule }: Finding): readonly Spread[] {
  const isShaped = rule.confidence === 'high' && rule.anchor.at !== 'block' && rule.anchor.at !== 'field';
  if (rule.type !== 'secret' || !isShaped) return [];
  const first = Math.max(FIRST, value.indexOf('.') + 1 + LAST);
  if (value.length < LONG || first >= value.length) return [];
  return [
    { text: value.slice(0, first), whole: false, behind: value.slice(first) },
    { text: value.slice(-LAST), whole: false, before: value.slice(0, -LAST) },
  ];
}

/** Neither a word nor a number: letters and digits, or signs among them, or too long for either. */
function isTelling(value: string): boolean {
  if (value.length < SHORTEST) return false;
  if (/^[A-Za-z]*$/.test(value)) return value.length >= 16;
  if (/^[0-9.,:/ -]*$/.test(value)) return value.length >= 16;
  return /[A-Za-z]/.test(value) && /[^A-Za-z]/.test(value.slice(1));
}
