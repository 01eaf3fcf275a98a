/** The user's policy: what agents may never do, what is always asked, and what they may do without asking. */
import { Failure } from '@hansard/core';
import { isObject, stringOf } from '@hansard/core/reading/native-values.ts';
import type { Policy, Rule, Verdict } from './rule.ts';

const KINDS: readonly Rule['kind'][] = ['shell', 'edit', 'read', 'web', 'mcp', 'other', 'any'];
const FIELDS = ['kind', 'tool', 'command', 'prefix', 'path'] as const;

/** `{"deny": [{"kind": "shell", "prefix": "git push"}], "ask": […], "allow": […]}` */
export function readPolicy(text: string, name: string): Policy {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw wrong(name, `is no JSON: ${(cause as Error).message}`);
  }
  if (!isObject(value)) throw wrong(name, 'is no object with deny, ask and allow.');
  const unknown = Object.keys(value).find((key) => !['deny', 'ask', 'allow'].includes(key));
  if (unknown !== undefined) throw wrong(name, `has "${unknown}", which is not deny, ask or allow.`);
  const rules = (verdict: Verdict) => rulesIn(value[verdict], verdict, name);
  return { deny: rules('deny'), ask: rules('ask'), allow: rules('allow') };
}

function rulesIn(value: unknown, verdict: Verdict, name: string): Rule[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrong(name, `: /${verdict} is no list.`);
  return value.map((one, i) => ruleOf(one, `/${verdict}/${i}`, `${verdict} ${i + 1}`, name));
}

function ruleOf(value: unknown, place: string, id: string, name: string): Rule {
  if (!isObject(value)) throw wrong(name, `: ${place} is no rule.`);
  const unknown = Object.keys(value).find((key) => !FIELDS.some((field) => field === key));
  if (unknown !== undefined) throw wrong(name, `: ${place} has "${unknown}"; a rule has ${FIELDS.join(', ')}.`);
  const kind = KINDS.find((one) => one === value['kind']);
  if (!kind) throw wrong(name, `: ${place}/kind is none of ${KINDS.join(', ')}.`);
  const rule: Record<string, string> = { id, kind };
  for (const field of FIELDS.slice(1)) {
    if (value[field] === undefined) continue;
    const text = stringOf(value[field]);
    if (text === undefined) throw wrong(name, `: ${place}/${field} is no text.`);
    rule[field] = text;
  }
  return rule as unknown as Rule;
}

const wrong = (name: string, what: string): Failure =>
  new Failure('bad-config', `The policy ${name}${what.startsWith(':') ? '' : ' '}${what}`, {
    remedy: 'docs/live.md shows how a policy is written.',
  });
