/**
 * Items as the live streams spell them, brought into the form of the log: `commandExecution` with `exitCode` from the
 * app-server, `command_execution` with `exit_code` from `exec --json`, both become `CommandExecution`.
 */
import { type Fields, text } from './native.ts';

/** Keys that are called otherwise in the log, by item type. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Reasoning: { summary: 'summary_text', content: 'raw_content' },
  CommandExecution: { command_actions: 'parsed_cmd' },
};

const TYPES: Readonly<Record<string, string>> = {
  CollabToolCall: 'CollabAgentToolCall',
  AssistantMessage: 'AgentMessage',
};

export function itemOf(native: Fields): Fields {
  const said = (text(native['type']) ?? text(native['item_type']) ?? '').slice(0, 80);
  const pascal = said.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const type = Object.hasOwn(TYPES, pascal) ? (TYPES[pascal] as string) : pascal;
  const renamed = Object.hasOwn(RENAMED, type) ? RENAMED[type] : undefined;
  const item: Fields = {};
  for (const key in native) {
    const snake = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    item[renamed?.[snake] ?? snake] = native[key];
  }
  item['type'] = type;
  delete item['started_at_ms'];
  delete item['completed_at_ms'];
  if (type === 'AgentMessage') item['content'] = [{ type: 'Text', text: native['text'] }];
  if (type === 'AgentMessage') delete item['text'];
  // `exec --json` gives the summary as one text.
  if (type === 'Reasoning' && typeof native['text'] === 'string') item['summary_text'] = [native['text']];
  return item;
}
