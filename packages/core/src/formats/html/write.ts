/**
 * Writes a session as one HTML file that needs nothing else. With scripts a viewer shows it as Hansard's page does, and
 * unpacks what comes into sight; without them there are the header, the prompts and the beginning of the conversation.
 * Nothing in the session can run or load anything: its words are escaped or packed, and the page's own policy allows its
 * scripts and styles and nothing from outside. Locked with a password, all of the session is encrypted.
 */
import { Failure } from '../../failure.ts';
import type { FormatContext, Piece, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { toldOnce } from '../own-results.ts';
import { EventBlock } from './event-block.ts';
import { factsOf, headerPanel, titleOf } from './facts.ts';
import type { FileIndex } from './file-data.ts';
import { fileEvent } from './file-event.ts';
import { CLOSE_DATA, openData, Packer } from './pack.ts';
import { BOOT, STYLE } from './page.gen.ts';
import { PAGE_END, pageHead } from './page-frame.ts';
import { PlainPage } from './plain-page.ts';
import { SessionIndex } from './session-index.ts';
import { isShown } from './to-row.ts';

/** Bytes of events in a block, and in the blocks of an element. */
const BLOCK = 400_000;
const ELEMENT = 24_000_000;

export async function* writeHtml(given: TranscriptSource, context: FormatContext): AsyncIterable<Piece> {
  const source = toldOnce(given);
  if (context.viewer) yield* withViewer(source, context);
  else yield* withoutViewer(source, context);
}

async function* withViewer(source: TranscriptSource, context: FormatContext): AsyncIterable<Piece> {
  const { header } = source;
  const { lock, viewer } = context;
  const plain = new PlainPage(header);
  const packer = new Packer(context);
  yield pageHead(lock ? 'Locked session' : titleOf(header), { styles: [STYLE], scripts: [BOOT], viewer }, context);
  if (lock) yield openData('lock') + JSON.stringify({ salt: [...lock.salt], iterations: lock.iterations }) + CLOSE_DATA;
  else yield headerPanel(header);
  // Before the session, so that the viewer is ready when the browser has read all of it.
  yield `${openData('viewer')}${viewer?.script}\n${CLOSE_DATA}<script>${BOOT}</script>\n`;
  yield* packedSession(source, packer, plain);
  yield* packedImages(header, packer);
  yield `<noscript>\n${lock ? LOCKED : plain.text()}</noscript>\n${PAGE_END}`;
}

const LOCKED = '<p>This session is locked with a password, and needs a browser with scripts.</p>\n';

/** Programs that bring no viewer get all of it as plain HTML. */
async function* withoutViewer(source: TranscriptSource, context: FormatContext): AsyncIterable<Piece> {
  if (context.lock) throw new Failure('bad-argument', 'A page can be locked only together with its viewer.');
  const { header } = source;
  const plain = new PlainPage(header);
  yield pageHead(titleOf(header), { styles: [STYLE], scripts: [] }, context);
  yield headerPanel(header);
  for await (const event of source.events()) yield plain.row(event);
  yield PAGE_END;
}

async function* packedSession(source: TranscriptSource, packer: Packer, plain: PlainPage): AsyncIterable<Piece> {
  const index = new SessionIndex(source.header);
  const block = new EventBlock();
  const images = imagesIn(source.header);
  const hasImage = (hash: string) => images.has(hash);
  let written = 0;
  yield openData('events');
  for await (const event of source.events()) {
    plain.take(event);
    block.add(fileEvent(event, { of: index.add(event), hasImage }));
    if (block.length < BLOCK) continue;
    yield* packer.pack(block.take(), `events ${block.counts.length}`);
    written += BLOCK;
    if (written % ELEMENT < BLOCK) yield `${CLOSE_DATA}${openData('events')}`;
  }
  if (block.length > 0) yield* packer.pack(block.take(), `events ${block.counts.length}`);
  yield `${CLOSE_DATA}${openData('index')}`;
  const known: FileIndex = {
    facts: factsOf(source.header, index),
    map: index.map(),
    prompts: index.prompts.list(),
    counts: block.counts,
  };
  yield* packer.pack(new TextEncoder().encode(JSON.stringify(known)), 'index');
  yield CLOSE_DATA;
}

async function* packedImages(header: TranscriptHeader, packer: Packer): AsyncIterable<Piece> {
  yield openData('images');
  let number = 0;
  for (const [hash, address] of imagesIn(header)) yield* packer.image(`${hash}\t${address}`, `image ${++number}`);
  yield CLOSE_DATA;
}

/** Addresses of the images that the file holds, by hash. */
function imagesIn({ attachments = {} }: TranscriptHeader): Map<string, string> {
  const images = Object.entries(attachments).flatMap(([hash, { mime, data }]) => {
    const isFit = data && isShown(mime) && /^[\w-]+$/.test(hash) && /^[\w+/]+=*$/.test(data);
    return isFit ? [[hash, `data:${mime};base64,${data}`] as const] : [];
  });
  return new Map(images);
}
