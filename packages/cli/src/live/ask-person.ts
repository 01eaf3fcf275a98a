/** Asks in the terminal what the agent wants to know, and answers it. */
import type { HansardClient, PendingItem } from '@hansard/client';
import { neutraliseLine } from '@hansard/core';
import type { TerminalLines } from './terminal-lines.ts';

/** `signal` ends the asking: somebody else has answered, or the turn is over. */
export async function answerPending(
  client: HansardClient,
  item: PendingItem,
  lines: TerminalLines,
  signal: AbortSignal,
): Promise<void> {
  const question = (text: string) => {
    process.stderr.write(text);
    return lines.next(signal);
  };
  if (item.kind === 'permission') await answerPermission(client, item, question);
  else await answerQuestions(client, item, question);
}

/** Undefined when nobody answers here any more. */
type Question = (text: string) => Promise<string | undefined>;

const REPLIES: Readonly<Record<string, 'once' | 'always' | 'reject'>> = {
  y: 'once',
  yes: 'once',
  once: 'once',
  a: 'always',
  always: 'always',
  n: 'reject',
  no: 'reject',
  reject: 'reject',
};

async function answerPermission(client: HansardClient, item: PendingItem, question: Question): Promise<void> {
  const what = neutraliseLine(item.command ?? item.path ?? item.action ?? '');
  for (;;) {
    const typed = await question(`${neutraliseLine(item.tool ?? '')} wants: ${what}\nAllow? [y]es, [a]lways, [n]o: `);
    if (typed === undefined) return;
    const word = typed.trim().toLowerCase();
    const reply = Object.hasOwn(REPLIES, word) ? REPLIES[word] : undefined;
    if (reply === undefined) continue;
    await client.replyPermission(item.sessionId, item.requestId, { reply });
    return;
  }
}

async function answerQuestions(client: HansardClient, item: PendingItem, question: Question): Promise<void> {
  const answers: string[][] = [];
  for (const { prompt, options, multiple } of item.questions ?? []) {
    const list = options.map((option, i) => `  ${i + 1} ${neutraliseLine(option)}`).join('\n');
    const how = multiple ? 'Numbers with commas, or text' : 'Number or text';
    const typed = await question(`${neutraliseLine(prompt)}\n${list}${list === '' ? '' : '\n'}${how}: `);
    if (typed === undefined) return;
    answers.push(chosen(typed, options, multiple));
  }
  await client.replyQuestion(item.sessionId, item.requestId, answers);
}

/** Numbers stand for options. */
export function chosen(typed: string, options: readonly string[], multiple: boolean): string[] {
  const words = multiple ? typed.split(',') : [typed];
  return words.map((word) => options[Number(word.trim()) - 1] ?? word.trim());
}
