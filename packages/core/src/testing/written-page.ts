/** A transcript as an HTML page, and what is packed in one. */
import { inflateRawSync } from 'node:zlib';
import { type FormatContext, type HtmlViewer, sourceOf } from '../formats/contract.ts';
import { fromBase124, toBase124 } from '../formats/html/base124.ts';
import { writeHtml } from '../formats/html/write.ts';
import type { Transcript } from '../transcript.ts';
import { sha256 } from './fixtures.ts';

/** Does nothing, for tests of what is packed. */
export const EMPTY_VIEWER: HtmlViewer = {
  script: `0:${toBase124(new Uint8Array())}`,
  scriptHash: 'sha256-script',
  styleHash: 'sha256-style',
};

export async function pageOf(transcript: Transcript, more: Partial<FormatContext> = {}): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of writeHtml(sourceOf(transcript), { digest: sha256, viewer: EMPTY_VIEWER, ...more }))
    pieces.push(Buffer.from(piece as string));
  return Buffer.concat(pieces).toString('utf8');
}

/** The lines of one kind of data in a page. */
export function linesIn(page: string, name: string): string[] {
  const elements = page.split(`<script type="text/plain" data-is="${name}">\n`).slice(1);
  return elements
    .flatMap((element) => element.slice(0, element.indexOf('</script>')).split('\n'))
    .filter((line) => line !== '');
}

/** The values of one kind of data in a page, one a line. */
export function packedIn(page: string, name: string): unknown[] {
  return linesIn(page, name).map((line) => JSON.parse(inflateRawSync(bytesIn(line)).toString('utf8')));
}

export function bytesIn(line: string): Uint8Array {
  const colon = line.indexOf(':');
  return fromBase124(line.slice(colon + 1), Number(line.slice(0, colon)));
}
