/** `hansard pending`: what waits for a person, in all sessions that are run. */

import type { PendingItem } from '@hansard/client';
import { neutraliseLine } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { asked, connected } from '../live/connect.ts';

const SHOWN_ID = 8;

export async function run(context: Context, args: Arguments): Promise<number> {
  const client = connected(context);
  const { pending } = await asked(() => client.pending());
  const text = pending.length === 0 ? 'Nothing waits for you.\n' : pending.map(linesOf).join('');
  await context.out.write(args.flag('json') ? `${JSON.stringify(pending, null, 2)}\n` : text);
  return 0;
}

function linesOf({
  sessionId,
  id,
  agent,
  kind,
  requestId,
  command,
  path,
  action,
  tool,
  questions = [],
  answerable,
}: PendingItem): string {
  const what =
    kind === 'permission'
      ? [`${tool ?? action}: ${command ?? path ?? action ?? ''}`]
      : questions.map(({ prompt, options }) => `${prompt} (${options.join(', ')})`);
  // As `hansard sessions` shows it.
  const name = id?.slice(0, SHOWN_ID) ?? sessionId;
  const answer = kind === 'permission' ? 'once|always|reject' : questions.map(() => 'ANSWER').join(' ');
  const lines = [
    `${name} (${agent})`,
    ...what.map((line) => `  ${line}`),
    answerable ? `  hansard reply ${name}/${requestId} ${answer}` : '  It waits in its own terminal.',
  ];
  return `${lines.map(neutraliseLine).join('\n')}\n`;
}
