/** `hansard preview`: what an export would leave out, in plain words; field by field, before and after, on request. */

import { neutraliseLine, type Transcript } from '@hansard/core';
import type { Profile } from '@hansard/core/privacy/index.ts';
import { type Change, changesOf, droppedEvents } from '@hansard/core/sharing/changes.ts';
import { contentLeftOut, leftOutOf, listed } from '@hansard/core/sharing/left-out.ts';
import { countsByRule, receiptOf } from '@hansard/core/sharing/receipt.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { chosenProfile, openGate, ownPrivacyOf } from '../privacy/chosen-profile.ts';
import type { Colors } from '../terminal/colors.ts';
import { fit, table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';
import { readTranscripts } from '../transcripts/read-transcripts.ts';

const SHOWN = 40;
/** Columns that a taken-out text may take. */
const TEXT = 100;

export async function run(context: Context, args: Arguments): Promise<number> {
  const own = await ownPrivacyOf(context);
  const profile = await chosenProfile(context, own);
  const gate = openGate(hostOf(context), profile, own);
  const limit = placesShown(args);
  const colors = await context.colors();
  const target = args.positionals[0] as string;
  for await (const transcript of readTranscripts(context, [target], { session: args.text('session') })) {
    const redacted = gate.redactTranscript(transcript);
    const text = args.flag('json')
      ? jsonText(transcript, redacted, profile)
      : plainText(transcript, redacted, profile, limit, colors);
    await context.out.write(text);
  }
  return 0;
}

/** None unless they are asked for. */
function placesShown(args: Arguments): number {
  if (args.flag('all')) return Number.POSITIVE_INFINITY;
  return args.integer('limit') ?? (args.flag('fields') ? SHOWN : 0);
}

function jsonText(original: Transcript, redacted: Transcript, profile: Profile): string {
  const changes = [...changesOf(original, redacted)].map(({ event, lead: _lead, tail: _tail, ...rest }) => ({
    event: event?.id ?? null,
    seq: event?.seq ?? null,
    eventType: event?.type ?? null,
    ...rest,
  }));
  const value = {
    session: original.transcriptId,
    profile: profile.name,
    events: { all: original.events.length, dropped: droppedEvents(original.events, redacted.events) },
    leftOut: leftOutOf(redacted, profile),
    receipt: receiptOf(redacted),
    changes,
  };
  return `${JSON.stringify(value)}\n`;
}

function plainText(
  original: Transcript,
  redacted: Transcript,
  profile: Profile,
  limit: number,
  colors: Colors,
): string {
  const dropped = droppedEvents(original.events, redacted.events);
  const title = redacted.session.title ?? redacted.session.nativeId ?? redacted.transcriptId;
  const { content, replaced } = leftOutOf(redacted, profile);
  const lines = [
    colors.bold(neutraliseLine(title)),
    `${profile.name}: ${profile.purpose}.`,
    '',
    ...(content.length > 0 ? [`Left out: ${listed(content)}.`] : []),
    ...(replaced.length > 0 ? [`Replaced: ${listed(replaced)}.`] : []),
    ...(content.length + replaced.length === 0 ? ['Nothing is redacted.'] : []),
    exportedWords(original.events.length, dropped),
    ...hints(profile, limit > 0 || redacted.privacy?.redactionCount === 0),
  ];
  return `${lines.join('\n')}\n${limit > 0 ? fieldsText(original, redacted, limit, colors) : ''}`;
}

function exportedWords(all: number, dropped: number): string {
  const placeholders = dropped === 0 ? '' : `, ${dropped.toLocaleString('en-US')} of them as placeholders`;
  return `${count(all, 'event')} would be exported${placeholders}.`;
}

function hints(profile: Profile, showsFields: boolean): string[] {
  const wide = contentLeftOut(profile).length > 0 && profile.name !== 'team';
  return [
    ...(wide ? ['For a colleague, --profile team keeps the content and takes out secrets and personal data.'] : []),
    ...(showsFields ? [] : ['--fields shows every place, before and after.']),
  ];
}

function fieldsText(original: Transcript, redacted: Transcript, limit: number, colors: Colors): string {
  const counts = countsByRule(redacted);
  if (counts.length === 0) return '';
  const rows = counts.map(({ ruleId, type, count: times }) => [times.toLocaleString('en-US'), ruleId, type]);
  const shown: string[] = [];
  let all = 0;
  for (const change of changesOf(original, redacted)) if (all++ < limit) shown.push(changeText(change, colors));
  const more = all > limit ? `… and ${count(all - limit, 'place')} more; --all shows them.\n` : '';
  return `\nTaken out:\n${table(rows, ['right'])}\n\n${shown.join('')}${more}`;
}

function changeText({ event, field, ruleId, before, placeholder, lead, tail }: Change, colors: Colors): string {
  const place = event ? `#${event.seq} ${event.type}` : 'session';
  const around = (middle: string) => `${neutraliseLine(lead)}${middle}${neutraliseLine(tail)}`;
  const gone = before === undefined ? '(all of it)' : fit(neutraliseLine(before), TEXT);
  const lines = [
    colors.dim(neutraliseLine(`${place}  ${fit(field, TEXT)}  ${ruleId}`)),
    `  - ${around(colors.removed(gone))}`,
    `  + ${around(colors.added(neutraliseLine(placeholder)))}`,
  ];
  return `${lines.join('\n')}\n`;
}
