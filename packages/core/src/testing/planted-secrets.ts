/** Secrets that nobody has, made from the rules' own patterns, and places to put them in a transcript. */

import { takesWhole } from '../privacy/matching/compiled-rule.ts';
import { PlainScan } from '../privacy/matching/plain-scan.ts';
import { Scanner } from '../privacy/matching/scanner.ts';
import { type Pick, patternString } from '../privacy/patterns/pattern-strings.ts';
import { type Rule, SECRET_GROUP } from '../privacy/rule.ts';
import { EVENT_SHAPE, type FieldUse, HEAD_SHAPE } from '../privacy/walk/fields.ts';
import { StringRewriter } from '../privacy/walk/rewrite-strings.ts';
import type { Transcript } from '../transcript.ts';

export interface Planted {
  readonly rule: Rule;
  /** The text around and with the secret, as the rule needs it. */
  readonly text: string;
  /** What must be gone afterwards. */
  readonly secret: string;
}

/** A text that the rule finds: made from its pattern when its checks accept that, one of its examples otherwise. */
export function plantedBy(rule: Rule, pick: Pick): Planted | undefined {
  for (let tries = 0; tries < 20 && isMade(rule); tries++) {
    const made = madeUp(rule, pick);
    if (made) return made;
  }
  const text = rule.examples[pick(rule.examples.length)]!;
  const secret = secretIn(rule, text);
  return secret === undefined ? undefined : { rule, text, secret };
}

/** Of values that are taken whole the pattern says no more than how long they are. */
const isMade = (rule: Rule): boolean => !['block', 'whole'].includes(rule.anchor.at) && !takesWhole(rule);

function madeUp(rule: Rule, pick: Pick): Planted | undefined {
  const match = patternString(rule.pattern, pick, rule.caseless);
  const text = rule.anchor.at === 'assignment' ? `${rule.keywords[pick(rule.keywords.length)]} = "${match}"` : match;
  // A line break in a made-up value is a matter of its own; see the tests of broken lines.
  if (/[\n\r]/.test(match)) return undefined;
  const secret = secretIn(rule, text);
  return secret === undefined || secret.length < 6 ? undefined : { rule, text, secret };
}

/** What a plain expression with the rule's checks takes for the secret. */
function secretIn(rule: Rule, text: string): string | undefined {
  // Where these end is read, not matched.
  if (takesWhole(rule)) return new Scanner([new PlainScan([rule])], []).scan(text)[0]?.value;
  // The pattern of a block is its opening line, which is no secret by itself; its lines are.
  if (rule.anchor.at === 'block') return /[A-Za-z0-9+/=]{32,}/.exec(text)?.[0];
  const found = new RegExp(rule.pattern, rule.caseless ? 'di' : 'd').exec(text);
  const [start, end] = found?.indices?.groups?.[SECRET_GROUP] ?? found?.indices?.[0] ?? [0, 0];
  const value = text.slice(start, end);
  const accepted = rule.validate?.every((check) => check(value, text, start)) ?? true;
  return found && accepted && !rule.allow?.includes(value) ? value : undefined;
}

export interface StringField {
  readonly path: readonly string[];
  readonly use: FieldUse;
}

/** All strings of a transcript that are looked at, and what they are for. */
export function stringFields({ events, privacy, submitter, ...head }: Transcript): StringField[] {
  const fields: StringField[] = [];
  let prefix: string[] = [];
  const rewriter = new StringRewriter({
    visit: (text, { path, use }) => {
      fields.push({ path: [...prefix, ...path.parts], use });
      return text;
    },
    rename: (name) => name,
    renamed: () => {},
    tooDeep: () => '',
  });
  rewriter.rewrite(head, HEAD_SHAPE);
  for (const [i, event] of events.entries()) {
    prefix = ['events', String(i)];
    rewriter.rewrite(event, EVENT_SHAPE);
  }
  return fields;
}

/** A copy of the value with the string at a place changed. */
export function changedAt<T>(value: T, path: readonly string[], change: (text: string) => string): T {
  const [name, ...rest] = path;
  if (name === undefined) return change(String(value)) as T;
  const inner = (value as Record<string, unknown>)[name];
  const changed = changedAt(inner, rest, change);
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === name ? changed : item)) as T;
  return { ...value, [name]: changed };
}
