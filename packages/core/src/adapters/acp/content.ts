/** Content blocks and tool content as parts: text, images, files, diffs, terminals. */
import type { Part } from '../../transcript.ts';
import type { Output } from '../contract.ts';
import { filled, list, object, type Raw, text } from './native.ts';
import { unifiedDiff } from './unified-diff.ts';

export function blockText(block: Raw | undefined): string | undefined {
  return block?.['type'] === 'text' ? text(block['text']) : undefined;
}

/** A content block that is no plain text. */
export function blockPart(block: Raw, out: Output): Part | undefined {
  switch (block['type']) {
    case 'image':
    case 'audio':
      return bytesPart(filled(block['mimeType']), filled(block['data']), filled(block['uri']), out);
    case 'resource_link':
      return linkPart(block);
    case 'resource':
      return resourcePart(object(block['resource']) ?? {}, out);
    default:
      return { type: 'json', json: block };
  }
}

function bytesPart(mime = 'application/octet-stream', data: string | undefined, url: string | undefined, out: Output) {
  const part: Part = { type: mime.startsWith('image/') ? 'image' : 'file_ref', mime };
  if (data) part.hash = out.attach(mime, data);
  if (url) part.url = url;
  return part;
}

function linkPart(block: Raw): Part {
  const part: Part = { type: 'file_ref', ...whereOf(filled(block['uri']) ?? '') };
  const [label, mime] = [filled(block['title']) ?? filled(block['name']), filled(block['mimeType'])];
  if (label) part.label = label;
  if (mime) part.mime = mime;
  return part;
}

function resourcePart(resource: Raw, out: Output): Part {
  const mime = filled(resource['mimeType']);
  const data = filled(resource['blob']);
  const words = text(resource['text']);
  const part: Part = { type: 'file_ref', ...whereOf(filled(resource['uri']) ?? ''), ...(mime ? { mime } : {}) };
  if (words !== undefined) part.text = words;
  if (data) part.hash = out.attach(mime ?? 'application/octet-stream', data);
  return part;
}

function whereOf(uri: string): { path?: string; url?: string } {
  return uri.startsWith('file://') ? { path: decodePath(uri.slice('file://'.length)) } : { url: uri };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What a tool call shows: its text apart, for that is what it answered. */
export function toolContent(content: unknown, out: Output): { output?: string; parts: Part[]; terminals: string[] } {
  const words: string[] = [];
  const parts: Part[] = [];
  const terminals: string[] = [];
  for (const item of list(content)) {
    const shown = object(item);
    if (shown?.['type'] === 'diff') parts.push(diffPart(shown));
    else if (shown?.['type'] === 'terminal') terminals.push(filled(shown['terminalId']) ?? '');
    else if (shown?.['type'] === 'content') {
      const block = object(shown['content']) ?? {};
      const said = blockText(block);
      const part = said === undefined ? blockPart(block, out) : undefined;
      if (said !== undefined) words.push(said);
      if (part) parts.push(part);
    } else if (shown) parts.push({ type: 'json', json: shown });
  }
  return { ...(words.length > 0 ? { output: words.join('\n') } : {}), parts, terminals };
}

/** Some agents send the whole file before and after, others only the piece that changes. */
function diffPart(diff: Raw): Part {
  const path = filled(diff['path']) ?? '';
  const before = text(diff['oldText']);
  const diffText = unifiedDiff(path, before, text(diff['newText']) ?? '');
  return { type: 'file_ref', path, action: before === undefined ? 'write' : 'patch', diff: diffText };
}
