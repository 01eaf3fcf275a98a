/**
 * What Amazon Q's command line and its successor Kiro share. A conversation is `{ conversation_id, history, … }`; each entry has what
 * the user or the tools said and what the model answered, as a pair or under names. Enums are objects with one key, as Rust writes them.
 */

import type { ToolTable } from '../../adapters/contract.ts';
import { isObject, type Json, objectOf, wholeOf } from '../../reading/native-values.ts';

export const TOOLS: ToolTable = {
  execute_bash: 'shell',
  execute_cmd: 'shell',
  shell: 'shell',
  fs_read: 'read',
  read: 'read',
  fs_write: 'write',
  write: 'write',
  code: 'search',
  grep: 'search',
  glob: 'search',
  knowledge: 'search',
  web_search: 'web',
  web_fetch: 'web',
  use_aws: 'shell',
  aws: 'shell',
  delegate: 'task',
  use_subagent: 'task',
  subagent: 'task',
  todo_list: 'todo',
  todo: 'todo',
};

/** The one key of an enum and what is behind it. */
export function variantOf(value: unknown): { name: string; value: Json } | undefined {
  if (!isObject(value)) return undefined;
  const [name] = Object.keys(value);
  return name === undefined ? undefined : { name, value: objectOf(value[name]) };
}

/** `exit status: 1`, `1`, 1. */
export function exitCodeOf(value: unknown): number | undefined {
  const digits = typeof value === 'string' ? /(-?\d{1,6})\s*$/.exec(value)?.[1] : undefined;
  return digits === undefined ? wholeOf(value) : Number(digits);
}
