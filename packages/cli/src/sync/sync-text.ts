/** What a sync did, for people. */
import type { AgentSummary, SyncSummary } from '@hansard/archive';
import { readerOf } from '@hansard/archive/adapters/readers.ts';
import { adapters, neutraliseLine } from '@hansard/core';
import { bytesInWords, count, tilde } from '../terminal/words.ts';

export function syncText(
  summary: SyncSummary & { readonly readAgain?: number },
  archiveHome: string,
  home: string,
): string {
  const again = summary.readAgain
    ? [`Read ${count(summary.readAgain, 'original')} again: this version of Hansard reads them better.`]
    : [];
  const lines = [...summary.agents.flatMap(agentLines), ...again];
  const place = neutraliseLine(tilde(archiveHome, home));
  if (lines.length === 0) {
    const isAll = summary.agents.length >= adapters.length;
    const who = isAll ? 'no agent has' : 'none of the agents that were looked for has';
    return `There is nothing to keep yet: ${who} sessions on this machine. The archive is in ${place}.\n`;
  }
  return `${lines.join('\n')}\n\n${added(summary)} The archive is in ${place}; it keeps what agents delete.\n`;
}

/** One line for a change while watching. */
export function changeText({ agents, newSessions, newEvents }: SyncSummary): string {
  const labels = agents.filter(hasChanged).map(({ agent }) => labelOf(agent));
  const sessions = newSessions > 0 ? `, ${count(newSessions, 'new session')}` : '';
  return `${labels.join(', ')}: ${count(newEvents, 'new event')}${sessions}`;
}

export const hasChanged = (agent: AgentSummary): boolean => hasNews(agent) || agent.missing > 0;
const hasNews = ({ files, stored }: AgentSummary): boolean => files.new + files.grown + files.rewritten + stored > 0;

function added({ agents, newSessions, newEvents }: SyncSummary): string {
  if (newSessions + newEvents === 0) return agents.some(hasNews) ? 'No new sessions or events.' : 'Already up to date.';
  return `${count(newSessions, 'new session')}, ${count(newEvents, 'new event')}.`;
}

function agentLines({ agent, files, bytes, missing, databases, stored }: AgentSummary): string[] {
  const label = labelOf(agent);
  const total = Object.values(files).reduce((sum, number) => sum + number, 0);
  const lines: string[] = [];
  if (total > 0 || (missing > 0 && databases === 0))
    lines.push(`${label}: ${count(total, 'file')}${changes(files)}${size(bytes)}${gone(missing)}`);
  if (databases > 0) {
    const sessions = stored > 0 ? `${count(stored, 'session')} changed${size(bytes)}` : 'nothing new';
    lines.push(`${label}: ${count(databases, 'database')}, ${sessions}${gone(missing)}`);
  }
  return lines;
}

function changes({ new: added, grown, rewritten, overtaken, excluded, erased }: AgentSummary['files']): string {
  const words = [
    added > 0 ? `${added} new` : '',
    grown > 0 ? `${grown} grown` : '',
    rewritten > 0 ? `${rewritten} rewritten` : '',
    overtaken > 0 ? `${overtaken} left to another sync` : '',
    excluded > 0 ? `${excluded} excluded` : '',
    erased > 0 ? `${erased} of erased sessions left out` : '',
  ].filter(Boolean);
  return words.length > 0 ? ` (${words.join(', ')})` : ', nothing new';
}

const labelOf = (agent: string) => readerOf(agent)?.label ?? agent;
const size = (bytes: number) => (bytes > 0 ? `, ${bytesInWords(bytes)} stored` : '');
const gone = (missing: number) => (missing > 0 ? `; ${missing} removed by the agent, kept here` : '');
