/** Files and images beside a prompt or in a result. The log keeps bytes once, in `session.binary_asset` records. */
import { recall, remember } from '../../reading/recent.ts';
import type { Part } from '../../transcript.ts';
import type { Output } from '../contract.ts';
import { draft, type Entry } from './entry.ts';
import { filled, object, type Raw, rest } from './native.ts';
import { LIMITS, type State } from './state.ts';

const ASSET_SHOWN = new Set(['data', 'mimeType']);

export function readAsset(entry: Entry): void {
  const { data, state, out } = entry;
  const event = draft(entry, 'meta');
  const mime = filled(data['mimeType']) ?? 'application/octet-stream';
  const bytes = filled(data['data']);
  const assetId = filled(data['assetId']);
  event.extra = rest(data, ASSET_SHOWN);
  if (bytes) {
    const hash = out.attach(mime, bytes);
    if (assetId) remember(state.assets, assetId, { hash, mime }, LIMITS.assets);
    event.parts = [bytesPart(mime, hash)];
  }
  out.add(event);
}

/** A file, folder, selection or reference that the user added to a prompt. */
export function attachmentPart(state: State, out: Output, item: Raw | undefined): Part | undefined {
  if (!item) return undefined;
  const path = filled(item['path']) ?? filled(item['filePath']);
  const kept = keptBytes(state, out, item);
  if (kept) return { ...bytesPart(kept.mime, kept.hash), ...(path ? { path } : {}), ...labelOf(item) };
  if (!path) return { type: 'json', json: item, ...labelOf(item) };
  const part: Part = { type: 'file_ref', path, ...labelOf(item) };
  const selected = filled(item['text']);
  if (selected) part.text = selected;
  return part;
}

/** Images and other bytes that a tool gave the model. */
export function binaryParts(state: State, out: Output, items: readonly unknown[]): Part[] {
  const parts: Part[] = [];
  for (const item of items) {
    const kept = keptBytes(state, out, object(item) ?? {});
    if (kept) parts.push(bytesPart(kept.mime, kept.hash));
  }
  return parts;
}

function keptBytes(state: State, out: Output, item: Raw): { hash: string; mime: string } | undefined {
  const asset = filled(item['assetId']);
  const known = asset ? recall(state.assets, asset) : undefined;
  if (known) return known;
  const bytes = filled(item['data']);
  if (!bytes) return undefined;
  const mime = filled(item['mimeType']) ?? 'application/octet-stream';
  return { hash: out.attach(mime, bytes), mime };
}

const bytesPart = (mime: string, hash: string): Part => ({
  type: mime.startsWith('image/') ? 'image' : 'file_ref',
  mime,
  hash,
});

function labelOf(item: Raw): { label?: string } {
  const label = filled(item['displayName']) ?? filled(item['title']);
  return label ? { label } : {};
}
