/** What a tool call is about, in one line. By the tool's kind, as names differ between agents. */
import { first, PATHS } from '@hansard/core/formats/file-changes.ts';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { isObject, type Json, listOf, numberOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { Tool } from '@hansard/core/transcript.ts';

const LONGEST = 240;
const PATTERNS = ['pattern', 'query', 'regex', 'search', 'q', 'glob'];
const ADDRESSES = ['url', 'query', 'q', 'search_query', 'uri'];
const TASKS = ['description', 'title', 'task', 'prompt', 'message', 'subagent_type'];

export function toolSummary({ kind, input, name }: Tool): string {
  const fields = isObject(input) ? input : undefined;
  const said = fields ? byKind(kind ?? 'other', fields, name) : stringOf(input);
  return oneLine(said ?? (fields ? shortFields(fields) : ''));
}

function byKind(kind: string, input: Json, name: string): string | undefined {
  if (kind === 'shell') return commandOf(input);
  if (kind === 'read') return fileAndLines(input);
  if (kind === 'edit' || kind === 'write') return first(input, PATHS);
  if (kind === 'search') return found(input);
  if (kind === 'web') return first(input, ADDRESSES);
  if (kind === 'task') return first(input, TASKS);
  if (kind === 'todo') return todoSummary(input);
  if (kind === 'question') return questionSummary(input);
  if (kind === 'plan') return stringOf(input['plan']) ?? name;
  return undefined;
}

/** Some agents give the words of a command as a list, behind the shell that runs them. */
export function commandOf(input: Json): string | undefined {
  const command = input['command'] ?? input['cmd'] ?? input['script'] ?? input['CommandLine'];
  if (!Array.isArray(command)) return stringOf(command);
  const words = command.filter((word) => typeof word === 'string');
  return /^-\w*c$/.test(words[1] ?? '') && words.length === 3 ? words[2] : words.join(' ');
}

function fileAndLines(input: Json): string | undefined {
  const path = first(input, PATHS);
  const start = numberOf(input['offset'] ?? input['start_line'] ?? input['startLine']);
  const count = numberOf(input['limit']);
  if (path === undefined || (start === undefined && count === undefined)) return path;
  const from = start ?? 1;
  return count === undefined ? `${path} from line ${from}` : `${path} lines ${from}–${from + count - 1}`;
}

function found(input: Json): string | undefined {
  const [pattern, place] = [first(input, PATTERNS), first(input, PATHS)];
  return pattern !== undefined && place !== undefined ? `${pattern} in ${place}` : (pattern ?? place);
}

function todoSummary(input: Json): string | undefined {
  const todos = todosOf(input);
  if (todos.length === 0) return undefined;
  const done = todos.filter(({ state }) => state === 'done').length;
  const now = todos.find(({ state }) => state === 'now');
  return `${done} of ${todos.length} done${now ? ` · ${now.text}` : ''}`;
}

export interface Todo {
  readonly text: string;
  readonly state: 'done' | 'now' | 'open';
}

export function todosOf(input: unknown): Todo[] {
  if (!isObject(input)) return [];
  const items = listOf(input['todos'] ?? input['items'] ?? input['plan'] ?? input['tasks']);
  return items.filter(isObject).flatMap((item): Todo[] => {
    const text = first(item, ['content', 'text', 'step', 'title', 'description']);
    const status = stringOf(item['status']) ?? '';
    const state = /^(completed|done)$/.test(status) ? 'done' : /progress|active/.test(status) ? 'now' : 'open';
    return text === undefined ? [] : [{ text, state }];
  });
}

function questionSummary(input: Json): string | undefined {
  const questions = listOf(input['questions']).filter(isObject);
  const asked = questions.map((question) => stringOf(question['question'])).filter((text) => text !== undefined);
  return asked.length > 0 ? asked.join(' · ') : stringOf(input['question']);
}

/** For tools that nobody knows: names and short values. */
function shortFields(input: Json): string {
  const pieces: string[] = [];
  for (const [name, value] of Object.entries(input).slice(0, 6)) {
    if (typeof value === 'string') pieces.push(`${name}: ${value.slice(0, 80)}`);
    else if (typeof value === 'number' || typeof value === 'boolean') pieces.push(`${name}: ${value}`);
  }
  return pieces.join(' · ');
}

function oneLine(text: string): string {
  const line = neutraliseLine(text.slice(0, LONGEST * 2).trim()).replaceAll('␊', ' ⏎ ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
