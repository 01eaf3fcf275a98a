/**
 * What became of a tool. It answers for each thing that was asked with `{ query, result, error?, success }`: in a list,
 * alone, or as JSON in a string. A command that fails is `success: false` in the answer of a tool that did its work.
 */
import type { Part, Tool } from '../../transcript.ts';
import type { Output } from '../contract.ts';
import { imagePart } from './image-part.ts';
import { isObject, type Json, stringOf } from './native.ts';
import { diffIn } from './numbered-lines.ts';
import type { Call } from './state.ts';
import { resultTool } from './tools.ts';

export interface Outcome {
  tool: Tool;
  parts: Part[];
}

export function outcomeOf(name: string, callId: string, content: unknown, isError: unknown, out: Output): Outcome {
  const answer = typeof content === 'string' ? parsed(content) : content;
  const items: unknown[] = Array.isArray(answer) ? answer : isObject(answer) ? [answer] : [];
  const parts: Part[] = [];
  const texts = items.flatMap((item) => textOf(item, parts, out) ?? []);
  if (items.length === 0 && typeof content === 'string') texts.push(content);
  const failed = isError === true || items.some((item) => isObject(item) && item['success'] === false);
  const output = texts.length > 0 ? texts.join('\n') : undefined;
  const tool = resultTool(name, callId, output, failed ? 'error' : 'ok');
  if (items.some(isAnswer)) tool.result = answer;
  if (isError !== undefined) tool.rawStatus = isError;
  const [only] = items;
  if (tool.kind === 'shell' && items.length === 1 && isObject(only)) addCommand(tool, only);
  return { tool, parts };
}

const isAnswer = (item: unknown) => isObject(item) && ('query' in item || 'success' in item);

/** What the tool answered: text, or a list of blocks. */
function textOf(item: unknown, parts: Part[], out: Output): string | undefined {
  if (!isObject(item)) return typeof item === 'string' ? item : undefined;
  const { result } = item;
  if (typeof result === 'string') return result === '' ? stringOf(item['error']) : result;
  if (!Array.isArray(result)) return blockText(item, parts, out) ?? stringOf(item['error']);
  return result.flatMap((block) => (isObject(block) ? (blockText(block, parts, out) ?? []) : [])).join('\n');
}

/** Images become parts. */
function blockText(block: Json, parts: Part[], out: Output): string | undefined {
  if (typeof block['text'] === 'string') return block['text'];
  const image = imagePart(block, out);
  if (image) parts.push(image);
  return undefined;
}

const EXITED = /^\[Command exited with code (-?\d{1,10})\]\n*/;
const FAILED = /^Command exited with code (-?\d{1,10})$/;
const STDERR = '[stderr]\n';

/** A command that fails says so before its output; standard error comes last. */
function addCommand(tool: Tool, item: Json): void {
  const text = stringOf(item['result']) ?? '';
  const head = EXITED.exec(text.slice(0, 100));
  const code = head?.[1] ?? FAILED.exec(stringOf(item['error'])?.slice(0, 100) ?? '')?.[1];
  if (code !== undefined) tool.exitCode = Number(code);
  const body = head ? text.slice(head[0].length) : text;
  const at = body.startsWith(STDERR) ? 0 : body.lastIndexOf(`\n${STDERR}`) + 1;
  const hasErrors = body.startsWith(STDERR) || at > 0;
  tool.stdout = hasErrors ? body.slice(0, at) : body;
  if (hasErrors) tool.stderr = body.slice(at + STDERR.length);
}

/** The file that a call changed, with the lines that its result shows. */
export function changedFile({ kind, output }: Tool, call: Call | undefined): Part[] {
  if (kind !== 'edit' || !call?.path) return [];
  const diff = output === undefined ? undefined : diffIn(call.path, output);
  return diff ? [{ type: 'file_ref', path: call.path, action: 'patch', diff }] : [];
}

function parsed(text: string): unknown {
  if (!text.startsWith('{"query"') && !text.startsWith('[{"query"')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
