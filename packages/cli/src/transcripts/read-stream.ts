/** Reads a session from a stream: recognised by its first bytes, then read as the rest comes in. */
import { type Adapter, detect, Failure, type Host, headOf, readBytes } from '@hansard/core';
import { HeadBytes, isDatabase } from '@hansard/core/reading/head.ts';
import type { InputFound } from './input-found.ts';
import { nothingIn, notRecognised } from './not-recognised.ts';
import { readWritten } from './read-written.ts';

export async function readStream(
  host: Host,
  adapters: readonly Adapter[],
  stream: AsyncIterable<Uint8Array>,
  name = 'the standard input',
): Promise<InputFound> {
  const chunks = guarded(stream, name)[Symbol.asyncIterator]();
  const head = await takeHead(chunks);
  if (head.length === 0) throw nothingIn(name);
  if (isDatabase(head)) throw new Failure('needs-a-file', `There is a database in ${name}.`);
  const detected = detect(adapters, headOf(head));
  async function* read() {
    yield head;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  if (detected) return { reads: await readBytes(host, detected, { read }) };
  const written = await readWritten(host, read(), name);
  if (written) return written;
  throw notRecognised(name);
}

/** What goes wrong with the stream is no fault of the program. */
async function* guarded(stream: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw new Failure('unreadable', `Reading ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function takeHead(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const head = new HeadBytes();
  for (;;) {
    const next = await chunks.next();
    if (next.done || !head.push(next.value)) return head.bytes;
  }
}
