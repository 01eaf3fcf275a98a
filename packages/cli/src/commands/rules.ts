/** `hansard rules`: the redaction rules, and what they find in a text. */
import { existsSync } from 'node:fs';
import { text as streamText } from 'node:stream/consumers';
import { Failure, neutralise, neutraliseLine, SCHEMA_VERSION, type Transcript } from '@hansard/core';
import { type Gate, type Rule, rules } from '@hansard/core/privacy/index.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { chosenProfile, openGate, ownPrivacyOf } from '../privacy/chosen-profile.ts';
import type { OwnPrivacy } from '../privacy/own-privacy.ts';
import { unreachedMatch } from '../privacy/unreached-match.ts';
import { table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const [action = 'list', ...words] = args.positionals;
  const own = await ownPrivacyOf(context);
  if (action === 'list') return list(context, args, own);
  const profile = await chosenProfile(context, own);
  const gate = openGate(hostOf(context), profile, own);
  const given = words.join(' ');
  if (given === '') return check(context, args, own, gate);
  return find(context, args, gate, given === '-' ? await streamText(context.stdin) : given);
}

async function list(context: Context, args: Arguments, own: OwnPrivacy): Promise<number> {
  const all = [...own.rules, ...rules];
  if (args.flag('json')) {
    const shown = all.map(({ id, group, type, label, confidence, placeholder, pseudonym }) => ({
      id,
      group,
      type,
      label,
      confidence,
      placeholder,
      pseudonym: pseudonym ?? null,
      own: own.rules.some((rule) => rule.id === id),
    }));
    await context.out.write(`${JSON.stringify({ rules: shown }, null, 2)}\n`);
    return 0;
  }
  const rows = all.map((rule) => [rule.id, rule.group, rule.type, rule.confidence, neutraliseLine(rule.label)]);
  await context.out.write(`${table([['rule', 'group', 'type', 'confidence', 'finds'], ...rows])}\n`);
  return 0;
}

/** The file was read without a fault by now; what is left is whether its rules find what they should. */
async function check(context: Context, args: Arguments, own: OwnPrivacy, gate: Gate): Promise<number> {
  const missed = own.rules.flatMap((rule) => missedExamples(rule, gate).map((example) => ({ rule: rule.id, example })));
  const unreached = own.rules.flatMap((rule) => {
    const match = unreachedMatch(rule);
    return match === undefined ? [] : [{ rule: rule.id, match, never: rule.anchor.at === 'start' }];
  });
  const letThrough = rulesLetThrough(own);
  const profiles = Object.keys(own.profiles).length;
  const isFine = missed.length === 0 && letThrough.length === 0 && !unreached.some(({ never }) => never);
  if (args.flag('json')) {
    const value = { rules: own.rules.length, profiles, exceptions: own.allowed, missed, unreached, letThrough };
    await context.out.write(`${JSON.stringify(value, null, 2)}\n`);
  } else {
    const have = [count(own.rules.length, 'rule'), count(profiles, 'profile'), count(own.allowed, 'exception')];
    const verdict = isFine ? 'all valid' : 'written as they should be, but they do not do what they should';
    await context.out.write(`Your own: ${have.join(', ')}, ${verdict}.\n`);
    for (const { rule, example } of missed)
      context.note(`${rule} does not find its example ${JSON.stringify(example)}`);
    for (const { rule, match, never } of unreached) context.note(unreachedText(rule, match, never));
    if (letThrough.length > 0) context.note(letThroughText(letThrough));
  }
  return isFine ? 0 : 1;
}

/** Examples of rules are made up: an exception that is meant for something lets none of them through. */
function rulesLetThrough(own: OwnPrivacy): string[] {
  const isLetThrough = ({ type, examples }: Rule) => type === 'secret' && examples.some((text) => own.allow(text));
  return rules.filter(isLetThrough).map(({ id }) => id);
}

const letThroughText = ([first, ...others]: readonly string[]): string =>
  `your exceptions let through what ${count(others.length + 1, 'rule')} would take out, such as ${first}`;

function unreachedText(rule: string, match: string, never: boolean): string {
  const text = JSON.stringify(match);
  return never
    ? `${rule} never finds ${text}, which its pattern matches: it begins with none of the keywords`
    : `${rule} finds ${text} only in texts that hold a keyword elsewhere; if that is meant, an example shows it`;
}

function missedExamples({ id, examples }: Rule, gate: Gate): string[] {
  return examples.filter((example) => !recordsOf(gate, example).records.some(({ ruleId }) => ruleId === id));
}

async function find(context: Context, args: Arguments, gate: Gate, text: string): Promise<number> {
  if (text.trim() === '') throw new Failure('bad-argument', 'There is no text to look at.');
  const { after, records } = recordsOf(gate, text);
  if (args.flag('json')) {
    await context.out.write(`${JSON.stringify({ text: after, found: records }, null, 2)}\n`);
    return 0;
  }
  const labels = new Map(rules.map(({ id, label }) => [id, label]));
  const rows = records.map(({ ruleId, type, placeholder }) => [ruleId, type, placeholder, labels.get(ruleId) ?? '']);
  const found = rows.length === 0 ? 'Nothing is found.' : table(rows.map((row) => row.map(neutraliseLine)));
  await context.out.write(`${neutralise(after.trimEnd())}\n\n${found}\n`);
  // Whoever names a file means what is in it.
  if (existsSync(text)) context.note(`To look into the file: hansard rules test - < ${neutraliseLine(text)}`);
  return 0;
}

function recordsOf(gate: Gate, text: string) {
  const [event] = gate.redactTranscript(asTranscript(text)).events;
  return { after: event?.text ?? '', records: event?.redactions ?? [] };
}

/** The text as something that a user said: the gate takes transcripts, and what it does is what is to be shown. */
function asTranscript(text: string): Transcript {
  const timestamp = '1970-01-01T00:00:00.000Z';
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: 'text',
    source: { agent: 'text', adapter: 'text', adapterVersion: '1', inputs: [] },
    session: { startedAt: timestamp, endedAt: timestamp },
    submitter: null,
    events: [{ id: 'text', seq: 1, timestamp, type: 'user_message', text }],
  } as unknown as Transcript;
}
