/** Finds words in all events of the file, block by block, so that rows that are not in the page are found too. */
import type { FindResult } from '@hansard/client';
import type { FileEvent } from '@hansard/core/formats/html/file-data.ts';
import type { FileData } from './file-data.ts';
import { eventId } from './restored-event.ts';

const MILLISECONDS = 4000;

type Fits = (text: string) => boolean;

export async function findInFile(
  data: FileData,
  { q, limit }: { q: string; limit: number },
  nameOf: (seq: number) => string,
  signal?: AbortSignal,
): Promise<FindResult> {
  const fits = finder(q);
  const hits: FindResult['hits'] = [];
  const until = performance.now() + MILLISECONDS;
  let total = 0;
  for (let block = 0; block < data.blocks; block++) {
    if (signal?.aborted || performance.now() > until) return { hits, total, partial: true };
    const first = data.starts[block] ?? 1;
    for (const [at, event] of (await data.block(block)).entries()) {
      const seq = first + at;
      if (!fits(nameOf(seq)) && !textsOf(event).some(fits)) continue;
      total++;
      if (hits.length < limit) hits.push({ logSeq: seq, eventId: eventId(seq), snippet: '' });
    }
  }
  return { hits, total, partial: false };
}

/** A regular expression between slashes, or words as they stand; capitals do not matter. */
function finder(source: string): Fits {
  const words = source.trim();
  const expression = /^\/(.+)\/[a-z]*$/.exec(words)?.[1];
  if (expression !== undefined) {
    const pattern = compiled(expression);
    return (text) => pattern?.test(text) ?? false;
  }
  const wanted = words.replace(/^"(.+)"$/s, '$1').toLowerCase();
  return (text) => text.toLowerCase().includes(wanted);
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'iu');
  } catch {
    return undefined;
  }
}

/** All that rows show of an event, and nothing else. */
function textsOf({ text, tool, parts, error, question, permission, status, session, extra, raw }: FileEvent): string[] {
  const texts: string[] = text === undefined ? [] : [text];
  for (const value of [tool, parts, error, question, permission, status, session, extra, raw]) gather(value, texts);
  return texts;
}

function gather(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const item of value) gather(item, texts);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) gather(item, texts);
}
