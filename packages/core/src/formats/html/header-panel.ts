/** What the page says of the session as a whole. */
import type { TranscriptHeader } from '../contract.ts';
import { escapeHtml } from './escape.ts';

export function titleOf({ session, source }: TranscriptHeader): string {
  return session.title ?? `${source.agent} session of ${session.startedAt.slice(0, 10)}`;
}

export function headerPanel(header: TranscriptHeader): string {
  const lines = [agentLine(header), placeLine(header), numbersLine(header), privacyLine(header)].filter((line) => line);
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`);
  return `<header><h1>${escapeHtml(titleOf(header))}</h1>${paragraphs.join('')}</header>\n`;
}

const joined = (parts: readonly (string | null | undefined)[]): string => parts.filter((part) => part).join(' · ');

function agentLine({ source, session }: TranscriptHeader): string {
  const times = [session.startedAt, session.endedAt].map((time) => time?.slice(0, 19).replace('T', ' '));
  const span = times[1] && times[1] !== times[0] ? times.join(' to ') : times[0];
  return joined([
    `${source.agent} ${source.agentVersion ?? ''}`.trim(),
    session.models?.join(', '),
    `${span} UTC`,
    session.state,
  ]);
}

function placeLine({ session }: TranscriptHeader): string {
  const { cwd, repo, os } = session.environment;
  return joined([repo?.name ?? repo?.remote, repo?.branch, repo?.commit, cwd, os]);
}

function numbersLine({ metrics }: TranscriptHeader): string {
  const { eventCount, messageCount, toolCallCount, errorCount, tokens, cost } = metrics;
  return joined([
    `${eventCount} events`,
    `${messageCount} messages`,
    `${toolCallCount} tool calls`,
    errorCount ? `${errorCount} errors` : '',
    tokens && `${tokens.input} tokens in, ${tokens.output} out`,
    cost && `$${(cost.microUsd / 1e6).toFixed(2)}${cost.unpriced.length > 0 ? ' and more' : ''}`,
  ]);
}

function privacyLine({ privacy }: TranscriptHeader): string {
  if (privacy.profile === 'none') return 'Not redacted';
  return `Redacted by the profile ${privacy.profile}: ${privacy.redactionCount} things were removed`;
}
