/** A prompt of the Agent Client Protocol as a message: text, files of the session's folder, and what was sent along. */
import { fileURLToPath } from 'node:url';
import type { LiveMessage } from '@hansard/client';

type Block = Readonly<Record<string, unknown>>;
type Attachment = NonNullable<LiveMessage['attachments']>[number];

export function messageOf(prompt: unknown): LiveMessage {
  const blocks = Array.isArray(prompt) ? (prompt as Block[]) : [];
  const message = blocks.flatMap((block) => textOf(block) ?? []).join('\n');
  return { message, attachments: blocks.flatMap((block) => attachmentOf(block) ?? []) };
}

function textOf(block: Block): string | undefined {
  if (block['type'] === 'text') return String(block['text'] ?? '');
  const resource = resourceOf(block);
  if (resource && typeof resource['text'] === 'string') return `${String(resource['uri'] ?? '')}\n${resource['text']}`;
  // What is no file can only be named.
  if (block['type'] === 'resource_link' && pathOf(block['uri']) === undefined) return String(block['uri'] ?? '');
  return undefined;
}

function attachmentOf(block: Block): Attachment | undefined {
  const { type, data, mimeType, name } = block;
  const mime = typeof mimeType === 'string' ? { mime: mimeType } : {};
  const filename = typeof name === 'string' ? { filename: name } : {};
  if ((type === 'image' || type === 'audio') && typeof data === 'string') return { data, filename: type, ...mime };
  if (type === 'resource_link') {
    const path = pathOf(block['uri']);
    return path === undefined ? undefined : { path, ...filename };
  }
  const blob = resourceOf(block)?.['blob'];
  return typeof blob === 'string' ? { data: blob, ...filename, ...mime } : undefined;
}

const resourceOf = (block: Block): Block | undefined =>
  block['type'] === 'resource' ? (block['resource'] as Block | undefined) : undefined;

function pathOf(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
