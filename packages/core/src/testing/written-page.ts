/** A transcript as an HTML page, and what is packed in one. */
import { inflateRawSync } from 'node:zlib';
import { sourceOf } from '../formats/contract.ts';
import { fromBase124 } from '../formats/html/base124.ts';
import { writeHtml } from '../formats/html/write.ts';
import type { Transcript } from '../transcript.ts';
import { sha256 } from './fixtures.ts';

export async function pageOf(transcript: Transcript): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of writeHtml(sourceOf(transcript), { digest: sha256 }))
    pieces.push(Buffer.from(piece as string));
  return Buffer.concat(pieces).toString('utf8');
}

/** The values of one kind of data in a page, one a line. */
export function packedIn(page: string, name: string): unknown[] {
  const elements = page.split(`<script type="text/plain" data-is="${name}">\n`).slice(1);
  const lines = elements.flatMap((element) => element.slice(0, element.indexOf('</script>')).split('\n'));
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      const bytes = fromBase124(line.slice(colon + 1), Number(line.slice(0, colon)));
      return JSON.parse(inflateRawSync(bytes).toString('utf8'));
    });
}
