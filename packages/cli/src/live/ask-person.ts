/** Asks in the terminal what the agent wants to know, and answers it. */
import { createInterface } from 'node:readline/promises';
import type { HansardClient, PendingItem } from '@hansard/client';
import { neutraliseLine } from '@hansard/core';

/** `signal` ends the asking: somebody else has answered, or the turn is over. */
export async function answerPending(client: HansardClient, item: PendingItem, signal: AbortSignal): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (item.kind === 'permission') await answerPermission(client, item, (text) => terminal.question(text, { signal }));
    else await answerQuestions(client, item, (text) => terminal.question(text, { signal }));
  } finally {
    terminal.close();
  }
}

type Question = (text: string) => Promise<string>;

async function answerPermission(client: HansardClient, item: PendingItem, question: Question): Promise<void> {
  const what = neutraliseLine(item.command ?? item.path ?? item.action ?? '');
  for (;;) {
    const typed = (
      await question(`${neutraliseLine(item.tool ?? '')} wants: ${what}\nAllow? [y]es, [a]lways, [n]o: `)
    ).trim();
    const reply = { y: 'once', yes: 'once', a: 'always', always: 'always', n: 'reject', no: 'reject' }[
      typed.toLowerCase()
    ];
    if (reply === undefined) continue;
    await client.replyPermission(item.sessionId, item.requestId, { reply: reply as 'once' | 'always' | 'reject' });
    return;
  }
}

async function answerQuestions(client: HansardClient, item: PendingItem, question: Question): Promise<void> {
  const answers: string[][] = [];
  for (const { prompt, options, multiple } of item.questions ?? []) {
    const list = options.map((option, i) => `  ${i + 1} ${neutraliseLine(option)}`).join('\n');
    const how = multiple ? 'Numbers with commas, or text' : 'Number or text';
    const typed = await question(`${neutraliseLine(prompt)}\n${list}${list === '' ? '' : '\n'}${how}: `);
    answers.push(chosen(typed, options, multiple));
  }
  await client.replyQuestion(item.sessionId, item.requestId, answers);
}

/** Numbers stand for options. */
export function chosen(typed: string, options: readonly string[], multiple: boolean): string[] {
  const words = multiple ? typed.split(',') : [typed];
  return words.map((word) => options[Number(word.trim()) - 1] ?? word.trim());
}
