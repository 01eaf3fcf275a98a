/**
 * What a tool gave back to the model, in the shapes of each era: plain text, `{"output", "metadata"}` as JSON in a
 * string, a text that opens with a few lines about the process, or a list of texts and images.
 * Only the opening is looked at: outputs are long, and what commands print must not be mistaken for it.
 */

import type { Output } from '../../adapters/contract.ts';
import type { Part } from '../../transcript.ts';
import { type Fields, fields, integer, list, parseJson, text } from './native.ts';

export interface ToolOutput {
  output?: string;
  status: 'ok' | 'error' | 'denied' | 'timeout' | 'interrupted' | 'running';
  exitCode?: number;
  durationMs?: number;
  result?: unknown;
  parts?: Part[];
  /** The terminal or script that runs on. */
  session?: string;
}

const HEAD = 600;
const PROCESS_LINE = /^(?:Exit code|Process exited with code|Process running with session ID):?\s+(-?\d+)/;
const SCRIPT_LINE = /^Script (completed|failed|terminated|running with cell ID (\w+))/;
const WALL_LINE = /^Wall time:? ([\d.]+) seconds/;

export function readOutput(value: unknown, out: Output): ToolOutput {
  if (typeof value === 'string') return readText(value);
  if (Array.isArray(value)) return readList(value, out);
  const content = fields(value);
  if (!content) return { status: 'ok' };
  const inner = content['content'] ?? content['content_items'] ?? content['body'];
  const read = inner === undefined ? { status: 'ok' as const, result: content } : readOutput(inner, out);
  if (content['success'] === false && read.status === 'ok') read.status = 'error';
  return read;
}

function readText(value: string): ToolOutput {
  const wrapped = value.startsWith(WRAPPER) ? readWrapped(value) : undefined;
  if (wrapped) return wrapped;
  const read = readHead(value);
  read.output = value;
  return read;
}

const WRAPPER = '{"output":';

/**
 * Shell results until 0.12x: the output with what is known of the process, as JSON in a string. What holds more than
 * these two is text.
 */
function readWrapped(value: string): ToolOutput | undefined {
  const whole = fields(parseJson(value));
  const output = text(whole?.['output']);
  const about = fields(whole?.['metadata']);
  if (!whole || output === undefined || !about || Object.keys(whole).length > 2) return undefined;
  const read: ToolOutput = { status: 'ok', output, result: about };
  const seconds = about['duration_seconds'];
  if (typeof seconds === 'number' && seconds >= 0) read.durationMs = Math.round(seconds * 1000);
  setExit(read, integer(about['exit_code']));
  if (read.status === 'error' && output.startsWith('command timed out')) read.status = 'timeout';
  return read;
}

function readHead(value: string): ToolOutput {
  const read: ToolOutput = { status: refusalOf(value) ?? 'ok' };
  if (read.status !== 'ok') return read;
  let from = 0;
  for (let line = 0; line < 8 && from < HEAD; line++) {
    const end = value.indexOf('\n', from);
    const stop = end < 0 ? value.length : end;
    if (!readHeadLine(read, value.slice(from, Math.min(stop, from + HEAD)), line) || end < 0) break;
    from = end + 1;
  }
  return read;
}

/** Whether the opening goes on after this line. */
function readHeadLine(read: ToolOutput, line: string, number: number): boolean {
  const process = PROCESS_LINE.exec(line);
  if (process) {
    if (line.startsWith('Process running')) {
      read.status = 'running';
      read.session = process[1];
    } else setExit(read, Number(process[1]));
    return true;
  }
  const script = SCRIPT_LINE.exec(line);
  if (script && number === 0) {
    if (script[1] === 'failed') read.status = 'error';
    else if (script[1] === 'terminated') read.status = 'interrupted';
    else if (script[2]) [read.status, read.session] = ['running', script[2]];
    return true;
  }
  const wall = WALL_LINE.exec(line);
  if (wall) read.durationMs = Math.round(Number(wall[1]) * 1000);
  else if (line === 'Output:') return false;
  return Boolean(wall) || /^(Command|Chunk ID|Original token count|Total output lines):/.test(line);
}

function setExit(read: ToolOutput, exitCode: number | undefined): void {
  if (exitCode === undefined || !Number.isSafeInteger(exitCode)) return;
  read.exitCode = exitCode;
  if (exitCode !== 0) read.status = 'error';
}

const FAILURES = ['unsupported call', 'unsupported custom tool', 'apply_patch verification failed', 'failed to parse'];

/** Calls that never ran leave no item, only such a sentence. */
function refusalOf(value: string): ToolOutput['status'] | undefined {
  const first = value.charCodeAt(0);
  // Only sentences that begin with one of these letters are looked at.
  if (first !== 97 && first !== 99 && first !== 101 && first !== 102 && first !== 112 && first !== 117 && first !== 114)
    return undefined;
  const head = value.slice(0, HEAD);
  if (head.startsWith('aborted')) return 'interrupted';
  if (head.startsWith('command timed out')) return 'timeout';
  if (/^(exec_command failed|exec command|patch|command|apply_patch|rejected)\b.*\brejected\b/i.test(head))
    return 'denied';
  if (head.startsWith('rejected by')) return 'denied';
  if (/^(exec_command|execution|exec|write_stdin) (failed|error)/.test(head)) return 'error';
  return FAILURES.some((failure) => head.startsWith(failure)) ? 'error' : undefined;
}

function readList(items: readonly unknown[], out: Output): ToolOutput {
  const texts: string[] = [];
  const parts: Part[] = [];
  for (const value of items) {
    const item = fields(value);
    if (!item) continue;
    const said = text(item['text']);
    const image = imagePart(item, out);
    if (said !== undefined) texts.push(said);
    else if (image) parts.push(image);
    else parts.push({ type: 'json', json: item });
  }
  const read = texts.length > 0 ? readHead(texts[0] as string) : { status: 'ok' as const };
  if (texts.length > 0) read.output = texts.join('');
  if (parts.length > 0) read.parts = parts;
  return read;
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,/;

/** `input_image` with a data URL, or MCP's `{type: "image", data, mimeType}`. */
export function imagePart(item: Fields, out: Output): Part | undefined {
  const url = text(item['image_url'] ?? item['imageUrl'] ?? item['url']);
  if (url !== undefined) {
    const data = DATA_URL.exec(url.slice(0, 100));
    if (!data) return { type: 'image', url };
    const mime = data[1] as string;
    return { type: 'image', mime, hash: out.attach(mime, url.slice(data[0].length)) };
  }
  const data = item['type'] === 'image' ? text(item['data']) : undefined;
  if (data === undefined) return undefined;
  const mime = text(item['mimeType']) ?? 'image/png';
  return { type: 'image', mime, hash: out.attach(mime, data) };
}

/** Images among the contents of an MCP result. */
export function resultImages(result: unknown, out: Output): Part[] {
  const parts: Part[] = [];
  for (const value of list(fields(result)?.['content'])) {
    const item = fields(value);
    const part = item?.['type'] === 'image' ? imagePart(item, out) : undefined;
    if (part) parts.push(part);
  }
  return parts;
}
