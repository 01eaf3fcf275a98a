/** Results of tools: words, or for a command its output and how it ended. */
import { addResult, type Conversation } from '../../reading/conversation.ts';
import { isObject, listOf, objectOf, stringOf, textOf, wordOf } from '../../reading/native-values.ts';
import { exitCodeOf } from './native.ts';

export interface ToolResult {
  readonly id: unknown;
  /** Blocks of words (`Text`, `text`) and of values (`Json`, `json`). */
  readonly content: unknown;
  readonly status: unknown;
  /** The user stopped the calls. */
  readonly isCancelled?: boolean;
}

export function readToolResult(frame: Conversation, { id, content, status, isCancelled }: ToolResult): void {
  const values = listOf(content).map(blockValue);
  const answer = objectOf(values.find(isObject));
  const outputs = [textOf(answer['stdout']), textOf(answer['stderr'])].filter((text) => text);
  const words = values.filter((value) => typeof value === 'string').join('\n');
  const exitCode = exitCodeOf(answer['exit_status']);
  const callId = wordOf(id) ?? frame.base;
  const isFailed = /^error$/i.test(stringOf(status) ?? '') || (exitCode ?? 0) !== 0;
  addResult(
    { ...frame, base: `${callId}.result`, count: 0 },
    {
      callId,
      output:
        outputs.length > 0
          ? outputs.join('\n')
          : words || (Object.keys(answer).length > 0 ? JSON.stringify(answer) : ''),
      status: isCancelled ? 'interrupted' : isFailed ? 'error' : 'ok',
      exitCode,
      ...(Object.keys(answer).length > 0 ? { result: answer } : {}),
      rawStatus: status,
    },
  );
  frame.count++;
}

/** `{ Text }` and `{ Json }` of the database, `{ kind, data }` of the log. */
function blockValue(block: unknown): unknown {
  const { Text, Json, kind, data } = objectOf(block);
  if (kind !== undefined) return kind === 'text' ? (textOf(data) ?? textOf(objectOf(data)['text'])) : data;
  return Text ?? Json ?? block;
}
