/** Answers as text for models: bounded in every part, without control characters. */

import { type Event, neutraliseLine, type Transcript } from '@hansard/core';
import type { Redacted } from '@hansard/core/privacy/index.ts';
import { titleOf } from '@hansard/core/redacted/title.ts';

/** Characters of one answer; models have better things to do with their context. */
export const LONGEST_ANSWER = 60_000;

/** One line that tells a session from others. */
export function sessionLine(transcript: Redacted<Transcript>): string {
  const { session, source, transcriptId, metrics } = transcript;
  const facts = [
    `session ${transcriptId}`,
    source.agent,
    session.startedAt,
    session.environment.cwd,
    `${metrics.messageCount} messages`,
    titleOf(transcript),
  ];
  return neutraliseLine(facts.filter(Boolean).join(' · '));
}

/** Number, time and who: what stands before the words of an event. */
export function eventHead({ logSeq, timestamp, type, source, tool, withdrawn }: Event): string {
  const from = source === undefined || source === 'primary' ? '' : ` [${source}]`;
  const name = tool ? ` ${tool.name}${tool.status ? ` (${tool.status})` : ''}` : '';
  return neutraliseLine(`#${logSeq ?? '?'} ${timestamp}${from} ${type}${name}${withdrawn ? ' (withdrawn)' : ''}`);
}
