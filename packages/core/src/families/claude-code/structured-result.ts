/**
 * `toolUseResult`: an object for most tools, a string for errors (the output again, with a prefix), an array for
 * MCP tools (the content again). What only repeats the output is not kept twice.
 */

import type { Output } from '../../adapters/contract.ts';
import type { Part } from '../../transcript.ts';
import { partOf, spilledFile } from './content.ts';
import { unifiedDiff } from './diff.ts';
import { object, type Raw, word } from './native.ts';

export function keptResult(result: unknown, content: unknown, output: string | undefined, out: Output): unknown {
  if (result === undefined || result === null) return undefined;
  if (typeof result === 'string') return repeats(result, output) ? undefined : result;
  if (Array.isArray(result)) return sameBlocks(result, content) ? undefined : result.map((item) => kept(item, out));
  const repeated = (result as Raw)['content'];
  if (!Array.isArray(repeated) || !sameBlocks(repeated, content)) return withoutImage(result as Raw, out);
  const { content: _repeated, ...rest } = result as Raw;
  return rest;
}

function repeats(result: string, output: string | undefined): boolean {
  if (output === undefined) return false;
  return result === output || result === `Error: ${output}` || output === `<tool_use_error>${result}</tool_use_error>`;
}

function sameBlocks(result: readonly unknown[], content: unknown): boolean {
  if (!Array.isArray(content) || content.length !== result.length) return false;
  return result.every((item, i) => sameBlock(object(item), object(content[i])));
}

function sameBlock(a: Raw | undefined, b: Raw | undefined): boolean {
  if (!a || !b || a['type'] !== b['type']) return false;
  return a['type'] === 'text' ? a['text'] === b['text'] : imageData(a) !== undefined && imageData(a) === imageData(b);
}

const imageData = (block: Raw) => word(object(block['source'])?.['data']);

const kept = (item: unknown, out: Output): unknown => {
  const block = object(item);
  return block && imageData(block) !== undefined ? partOf(block, out) : item;
};

/** The bytes of an image become an attachment; the result names it. */
function withoutImage(result: Raw, out: Output): Raw {
  const file = object(result['file']);
  const base64 = word(file?.['base64']);
  if (!file || base64 === undefined) return result;
  const { base64: _bytes, ...rest } = file;
  return { ...result, file: { ...rest, hash: out.attach(word(file['type']) ?? 'image/png', base64) } };
}

/** Files that the tool read, wrote or changed, and output that was spilled to a file. */
export function fileParts(result: Raw | undefined, parts: Part[]): void {
  if (!result) return;
  const file = object(result['file']);
  const read = word(file?.['filePath']);
  if (read !== undefined) parts.push({ type: 'file_ref', path: read, action: 'read' });
  const path = word(result['filePath']) ?? word(result['notebook_path']);
  if (path !== undefined && (Array.isArray(result['structuredPatch']) || result['type'] === 'create')) {
    parts.push(changedFile(path, result));
  }
  const spilled = word(result['persistedOutputPath']);
  const part = spilled === undefined ? undefined : spilledFile('file_ref', spilled);
  if (part) parts.push(part);
}

function changedFile(path: string, result: Raw): Part {
  const created = result['type'] === 'create';
  const diff = unifiedDiff(path, result['structuredPatch'], created);
  const part: Part = { type: 'file_ref', path, action: created ? 'write' : 'patch' };
  if (diff !== undefined) part.diff = diff;
  return part;
}
