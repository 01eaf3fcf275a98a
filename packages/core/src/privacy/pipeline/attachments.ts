/**
 * Attachments on their way out: pictures and files are kept, emptied or, when they are text, redacted inside. An
 * emptied one keeps its size and media type; its hash stays what parts refer to, whatever becomes of the content.
 */
import { fromBase64, toBase64 } from '../../reading/base64.ts';
import type { Attachment } from '../../transcript.ts';
import type { ContentLever } from '../profiles/profile.ts';
import type { ReceiptRecord } from '../receipt/old-records.ts';
import { ATTACHMENT_SHAPE } from '../walk/fields.ts';
import type { Run } from './run.ts';

export type Attachments = Readonly<Record<string, Attachment>>;

/** Larger ones are not looked into but emptied, so that nothing passes unread. */
const LARGEST_TEXT = 16 * 1024 * 1024;

/** Texts in attachments, decoded, to learn from. */
export function* attachedTexts(attachments: unknown): Generator<string> {
  for (const attachment of Object.values(attachmentsIn(attachments))) {
    const text = typeof attachment.data === 'string' ? textIn(attachment.data, attachment.mime) : undefined;
    if (text !== undefined) yield text;
  }
}

export function redactAttachments(attachments: unknown, run: Run, content: ContentLever): Attachments {
  const kept: [string, Attachment][] = [];
  for (const [hash, { data, ...about }] of Object.entries(attachmentsIn(attachments))) {
    const name = run.rewriter.rewriteAt(['attachments'], hash, undefined, 'reference');
    const rewritten = run.rewriter.rewriteAt(['attachments', name], about, ATTACHMENT_SHAPE);
    kept.push([name, { ...rewritten, ...keptData(data, about, name, run, content) }]);
  }
  return Object.fromEntries(kept);
}

/** What of the content goes along; its size with it when it changed. */
function keptData(data: unknown, about: Omit<Attachment, 'data'>, name: string, run: Run, content: ContentLever) {
  if (typeof data !== 'string') return {};
  const picture = isPicture(about.mime);
  if (picture ? !content.images : !content.includeFileContents || data.length > LARGEST_TEXT) return {};
  const text = textIn(data, about.mime);
  if (text === undefined) return { data };
  const before = run.strings.records.length;
  const redacted = run.rewriter.rewriteAt(['attachments', name, 'data'], text);
  run.strings.records = run.strings.records.map((record, i) => (i < before ? record : encoded(record)));
  if (redacted === text) return { data };
  const bytes = new TextEncoder().encode(redacted);
  return { bytes: bytes.length, data: toBase64(bytes) };
}

const encoded = (record: ReceiptRecord): ReceiptRecord => ({ ...record, encoding: 'base64' });

/** The content as text; `undefined` when it is none. */
function textIn(data: string, mime: unknown): string | undefined {
  if (data.length > LARGEST_TEXT || isPicture(mime)) return undefined;
  const text = new TextDecoder().decode(fromBase64(data));
  return text.slice(0, 8000).includes('\0') ? undefined : text;
}

const isPicture = (mime: unknown): boolean => typeof mime === 'string' && /^(?:image|audio|video|font)\//.test(mime);

function attachmentsIn(attachments: unknown): Attachments {
  if (typeof attachments !== 'object' || attachments === null || Array.isArray(attachments)) return {};
  const entries = Object.entries(attachments).filter(([, one]) => typeof one === 'object' && one !== null);
  return Object.fromEntries(entries) as Attachments;
}
