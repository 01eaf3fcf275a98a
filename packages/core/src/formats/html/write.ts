/**
 * Writes a session as one HTML file that needs nothing else. Without scripts it shows the header, every prompt and the
 * beginning of the conversation; with them all of it, unpacked and put into the page as it comes into sight. Nothing in
 * the session can run or load anything: its words are escaped or packed, and the page's own policy allows its one
 * script and style and nothing from outside.
 */
import { toBase64 } from '../../reading/base64.ts';
import type { FormatContext, Piece, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { toldOnce } from '../own-results.ts';
import { escapeHtml } from './escape.ts';
import { headerPanel, titleOf } from './header-panel.ts';
import { pack } from './pack.ts';
import { SCRIPT, STYLE } from './page.gen.ts';
import { plainPrompt, plainRow } from './plain-rows.ts';
import { RowBlock } from './row-block.ts';
import { isShown, type RowContext, timeOf, toRow } from './to-row.ts';

/** Characters of conversation in plain HTML. */
const PLAIN = 500_000;
/** Bytes of rows in a block, and in the blocks of an element. */
const BLOCK = 400_000;
const ELEMENT = 24_000_000;

export async function* writeHtml(given: TranscriptSource, context: FormatContext): AsyncIterable<Piece> {
  const source = toldOnce(given);
  const { header } = source;
  const rows = rowContext(header);
  yield pageHead(header, context);
  yield headerPanel(header);
  yield '<noscript>\n';
  yield* plainPrompts(source, rows);
  yield* plainConversation(source, rows);
  yield '</noscript>\n';
  yield* packedRows(source, rows, context);
  yield* packedImages(header);
  yield `<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

function rowContext({ session, attachments = {} }: TranscriptHeader): RowContext {
  const names = (session.agents ?? []).map(
    ({ source, title, type, id }) => [source, title ?? type ?? id ?? source] as const,
  );
  return { agents: new Map(names), attachments };
}

function pageHead(header: TranscriptHeader, { digest }: FormatContext): string {
  const hash = (text: string) => `'sha256-${toBase64(bytesOf(digest(text)))}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(SCRIPT)}`,
    `style-src ${hash(STYLE)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(titleOf(header))}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>\n',
  ].join('\n');
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

async function* plainPrompts(source: TranscriptSource, rows: RowContext): AsyncIterable<string> {
  yield '<h2>Prompts</h2>\n<ol>\n';
  let seq = 0;
  for await (const event of source.events()) {
    seq++;
    if (event.type === 'user_message') yield plainPrompt(toRow(event, null, rows), seq);
  }
  yield '</ol>\n';
}

async function* plainConversation(source: TranscriptSource, rows: RowContext): AsyncIterable<string> {
  yield '<h2>Conversation</h2>\n';
  let left = PLAIN;
  let seq = 0;
  for await (const event of source.events()) {
    if (left <= 0) {
      yield '<p>The rest is in this file, and is shown by browsers with scripts.</p>\n';
      return;
    }
    const html = plainRow(toRow(event, null, rows), ++seq, timeOf(event), left);
    left -= html.length;
    yield html;
  }
}

async function* packedRows(source: TranscriptSource, rows: RowContext, context: FormatContext): AsyncIterable<Piece> {
  const block = new RowBlock();
  let written = 0;
  yield openData('rows');
  for await (const event of source.events()) {
    const before = block.time;
    const time = timeOf(event);
    block.add(toRow(event, time === null ? null : time - before, rows), time ?? before);
    if (block.length < BLOCK) continue;
    yield* pack(block.take(), context);
    written += BLOCK;
    if (written % ELEMENT < BLOCK) yield `${CLOSE_DATA}${openData('rows')}`;
  }
  if (block.length > 0) yield* pack(block.take(), context);
  yield `${CLOSE_DATA}${openData('index')}`;
  yield* pack(new TextEncoder().encode(JSON.stringify(block.index())), context);
  yield CLOSE_DATA;
}

/** A script of another type is data to the browser; what is packed has no character that could end it. */
const openData = (name: string): string => `<script type="text/plain" data-is="${name}">\n`;
const CLOSE_DATA = '</script>\n';

function* packedImages({ attachments = {} }: TranscriptHeader): Iterable<string> {
  yield openData('images');
  for (const [hash, { mime, data }] of Object.entries(attachments)) {
    if (!data || !isShown(mime) || !/^[\w-]+$/.test(hash) || !/^[\w+/]+=*$/.test(data)) continue;
    yield `${hash}\tdata:${mime};base64,${data}\n`;
  }
  yield CLOSE_DATA;
}
