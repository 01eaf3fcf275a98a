/** `hansard preview`: what would leave of a session, and what is taken out of it, before and after. */

import { type Change, changesOf, droppedEvents } from '@hansard/archive/sharing/changes.ts';
import { countsByRule, receiptOf } from '@hansard/archive/sharing/receipt.ts';
import { neutraliseLine, type Transcript } from '@hansard/core';
import type { Profile } from '@hansard/core/privacy/index.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { chosenProfile, openGate, ownPrivacyOf } from '../privacy/chosen-profile.ts';
import { contentWords } from '../privacy/lever-words.ts';
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
  const limit = args.flag('all') ? Number.POSITIVE_INFINITY : (args.integer('limit') ?? SHOWN);
  const colors = await context.colors();
  const target = args.positionals[0] as string;
  for await (const transcript of readTranscripts(context, target, { session: args.text('session') })) {
    const redacted = gate.redactTranscript(transcript);
    const text = args.flag('json')
      ? jsonText(transcript, redacted, profile)
      : plainText(transcript, redacted, profile, limit, colors);
    await context.out.write(text);
  }
  return 0;
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
  const title = original.session.title ?? original.session.nativeId ?? original.transcriptId;
  const head = [
    colors.bold(neutraliseLine(title)),
    `${profile.name}: ${profile.purpose}.`,
    `Leaves: ${count(original.events.length - dropped, 'event')}${dropped > 0 ? `, and notes in place of ${count(dropped, 'other')}` : ''}. ${contentWords(profile)}`,
  ];
  const counts = countsByRule(redacted);
  if (counts.length === 0) return `${head.join('\n')}\nNothing is taken out.\n`;
  const rows = counts.map(({ ruleId, type, count: times }) => [times.toLocaleString('en-US'), ruleId, type]);
  const shown: string[] = [];
  let all = 0;
  for (const change of changesOf(original, redacted)) if (all++ < limit) shown.push(changeText(change, colors));
  const more = all > limit ? `… and ${count(all - limit, 'place')} more; --all shows them.\n` : '';
  return `${head.join('\n')}\n\nTaken out:\n${table(rows, ['right'])}\n\n${shown.join('')}${more}`;
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
