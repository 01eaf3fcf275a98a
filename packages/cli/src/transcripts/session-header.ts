/** What `show` prints above a session: what it is, when, by which agent and model, and what it cost. */
import { adapterOf, neutraliseLine, type Transcript } from '@hansard/core';
import { promptTitle } from '@hansard/core/reading/prompt-title.ts';
import type { Colors } from '../terminal/colors.ts';
import { count, grouped, tilde } from '../terminal/words.ts';
import { wrap } from '../terminal/wrap.ts';

export interface HeaderOptions {
  readonly home: string;
  readonly colors: Colors;
  /** `2026-03-01 09:15` in the zone of the user. */
  readonly minute: (time: string) => string;
}

export function sessionHeader(transcript: Transcript, options: HeaderOptions): string {
  const { home, colors } = options;
  const { session, transcriptId } = transcript;
  const title = session.title ?? promptTitle(transcript.events) ?? '(no title)';
  const { cwd } = session.environment;
  const lines = [
    [timesOf(transcript, options.minute), agentOf(transcript), (session.models ?? []).join(', ')],
    [cwd ? tilde(cwd, home) : '', transcriptId.slice(0, 8), ...sizesOf(transcript)],
  ];
  const facts = lines.map((parts) => neutraliseLine(parts.filter(Boolean).join(' · ')));
  return `${colors.bold(wrap(neutraliseLine(title)))}\n${facts.map((line) => colors.dim(line)).join('\n')}\n`;
}

/** The day is named once, unless it ends on another. */
function timesOf({ session: { startedAt, endedAt } }: Transcript, minute: (time: string) => string): string {
  const start = minute(startedAt);
  const end = endedAt === null ? start : minute(endedAt);
  if (end === start) return start;
  return `${start} to ${end.startsWith(start.slice(0, 10)) ? end.slice(11) : end}`;
}

function agentOf({ source: { agent, agentVersion } }: Transcript): string {
  return [adapterOf(agent)?.label ?? agent, agentVersion].filter(Boolean).join(' ');
}

function sizesOf({ metrics: { eventCount, tokens, cost } }: Transcript): string[] {
  return [
    count(eventCount, 'event'),
    tokens ? `${grouped(tokens.input + tokens.output)} tokens` : '',
    cost ? dollars(cost) : '',
  ];
}

type Cost = NonNullable<Transcript['metrics']['cost']>;

/** `~` marks an estimate, `*` that models without a price are not in it, as in `hansard cost`. */
function dollars({ microUsd, estimated, unpriced }: Cost): string {
  if (microUsd === 0) return unpriced.length > 0 ? 'no price' : '$0.00';
  const text = microUsd < 5000 ? '<$0.01' : `$${(microUsd / 1e6).toFixed(2)}`;
  return `${estimated ? '~' : ''}${text}${unpriced.length > 0 ? '*' : ''}`;
}
