/** `hansard sync`: keeps the originals of everything the agents have on this machine. */
import { type AgentSummary, Archive, type SyncSummary, sync } from '@hansard/archive';
import { adapterOf, type Host, neutraliseLine } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { agentOf, hostOf, includedAgents } from '../machine.ts';
import { Progress } from '../terminal/progress.ts';
import { bytesInWords, count, tilde } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const host = hostOf(context);
  const agent = args.text('agent');
  const adapters = agent === undefined ? await includedAgents(context) : [agentOf(agent)];
  const archive = await Archive.open(host);
  const progress = new Progress(process.stderr);
  let summary: SyncSummary;
  try {
    const show = ({ files, bytes }: { files: number; bytes: number }) =>
      progress.show(`${count(files, 'file')}, ${bytesInWords(bytes)} new`);
    summary = await sync({ archive, adapters, host, now: new Date().toISOString(), progress: show });
  } finally {
    progress.clear();
    archive.close();
  }
  const text = args.flag('json')
    ? `${JSON.stringify({ archive: archive.home, ...summary }, null, 2)}\n`
    : plainText(summary, archive, host);
  await context.out.write(text);
  for (const { path, message } of summary.problems) context.note(neutraliseLine(`${path}: ${message}`));
  return summary.problems.length > 0 ? 1 : 0;
}

function plainText({ agents }: SyncSummary, { home }: Archive, host: Host): string {
  const lines = agents.flatMap(agentLines);
  const place = neutraliseLine(tilde(home, host.home));
  if (lines.length === 0)
    return `There is nothing to keep yet: no agent has sessions on this machine. The archive is in ${place}.\n`;
  return `${lines.join('\n')}\n\nThe archive is in ${place}. It keeps what agents delete; see \`hansard sessions\`.\n`;
}

function agentLines({ agent, files, bytes, missing, databases, stored: sessions }: AgentSummary): string[] {
  const label = adapterOf(agent)?.label ?? agent;
  const total = Object.values(files).reduce((sum, number) => sum + number, 0);
  const lines: string[] = [];
  if (total + missing > 0)
    lines.push(`${label}: ${count(total, 'file')}${changes(files)}${stored(bytes)}${gone(missing)}`);
  if (databases > 0)
    lines.push(
      `${label}: ${count(databases, 'database')}, ${sessions > 0 ? `${count(sessions, 'session')} changed` : 'nothing new'}`,
    );
  return lines;
}

function changes({ new: added, grown, rewritten, overtaken }: AgentSummary['files']): string {
  const words = [
    added > 0 ? `${added} new` : '',
    grown > 0 ? `${grown} grown` : '',
    rewritten > 0 ? `${rewritten} rewritten` : '',
    overtaken > 0 ? `${overtaken} left to another sync` : '',
  ].filter(Boolean);
  return words.length > 0 ? ` (${words.join(', ')})` : ', nothing new';
}

const stored = (bytes: number) => (bytes > 0 ? `, ${bytesInWords(bytes)} stored` : '');
const gone = (missing: number) => (missing > 0 ? `; ${missing} removed by the agent, kept here` : '');
