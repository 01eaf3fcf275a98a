/**
 * A stream whose readers tell what they read, in a runtime where everybody reads it by its methods. It stays the same stream:
 * another one around it would cost more than all the rest of the recording.
 */
import { pulledThrough } from './pulled-through.ts';
import type { Tap } from './tap.ts';

type Stream = ReadableStream<Uint8Array>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Result = Awaited<ReturnType<Reader['read']>>;

const taps = new WeakMap<Stream, Tap>();
const prototypes = new WeakMap<Stream, Stream>();

export function tappedStream(stream: Stream, tap: Tap): Stream {
  if (taps.has(stream)) return stream;
  taps.set(stream, tap);
  return Object.setPrototypeOf(stream, prototypeOver(Object.getPrototypeOf(stream)));
}

/** The methods of streams, with those that read in their place. */
function prototypeOver(own: Stream): Stream {
  const known = prototypes.get(own);
  if (known) return known;
  const tapOf = (stream: Stream) => taps.get(stream) as Tap;
  const around = (stream: Stream) => pulledThrough(asBefore(stream, own), tapOf(stream));
  const values = function (this: Stream, options?: { preventCancel?: boolean }) {
    return iteratorOver(own.getReader.call(this) as Reader, tapOf(this), options?.preventCancel === true);
  };
  const covered: Record<string | symbol, unknown> = {
    getReader(this: Stream, ...options: []) {
      return tappedReader(own.getReader.apply(this, options) as Reader, tapOf(this));
    },
    values,
    [Symbol.asyncIterator]: values,
    cancel(this: Stream, reason?: unknown) {
      if (!this.locked) tapOf(this).end('cancel');
      return own.cancel.call(this, reason);
    },
    pipeTo(this: Stream, ...to: Parameters<Stream['pipeTo']>) {
      return this.locked ? own.pipeTo.apply(this, to) : around(this).pipeTo(...to);
    },
    pipeThrough(this: Stream, ...to: Parameters<Stream['pipeThrough']>) {
      return this.locked ? own.pipeThrough.apply(this, to) : around(this).pipeThrough(...to);
    },
    tee(this: Stream) {
      return this.locked ? own.tee.call(this) : around(this).tee();
    },
  };
  const prototype = Object.create(own);
  for (const name of Reflect.ownKeys(covered)) {
    Object.defineProperty(prototype, name, { value: covered[name as string], configurable: true, writable: true });
  }
  prototypes.set(own, prototype);
  return prototype;
}

/** Read by its own methods again: what is around it tells what goes through. */
const asBefore = (stream: Stream, own: Stream): Stream => Object.setPrototypeOf(stream, own);

function tappedReader(reader: Reader, tap: Tap): Reader {
  const { read, cancel, releaseLock } = reader;
  let released = false;
  const seen = (result: Result) => {
    if (result.value) tap.push(result.value);
    if (result.done) tap.end('end');
    return result;
  };
  const broken = (error: unknown): never => {
    if (!released) tap.end('error', error);
    throw error;
  };
  return Object.defineProperties(reader, {
    // With whatever it is given: a reader of another kind reads into a buffer of the program's.
    read: { value: (...into: []) => read.apply(reader, into).then(seen, broken), configurable: true },
    cancel: {
      value(reason?: unknown) {
        if (!released) tap.end('cancel');
        return cancel.call(reader, reason);
      },
      configurable: true,
    },
    releaseLock: {
      value() {
        released = true;
        releaseLock.call(reader);
      },
      configurable: true,
    },
  });
}

/** As streams are iterated, without the promises that the runtime's own iterator makes for each piece. */
function iteratorOver(reader: Reader, tap: Tap, preventCancel: boolean): AsyncIterableIterator<Uint8Array> {
  let over = false;
  const seen = (result: Result) => {
    if (!result.done) {
      tap.push(result.value);
      return result;
    }
    finish();
    tap.end('end');
    return result;
  };
  const broken = (error: unknown): never => {
    finish();
    tap.end('error', error);
    throw error;
  };
  const finish = () => {
    if (!over) reader.releaseLock();
    over = true;
  };
  const ended = { done: true, value: undefined } as const;
  return {
    next: () =>
      (over ? Promise.resolve(ended) : reader.read().then(seen, broken)) as Promise<IteratorResult<Uint8Array>>,
    async return(value?: unknown) {
      if (!over) {
        over = true;
        if (!preventCancel) tap.end('cancel');
        const left = preventCancel ? undefined : reader.cancel(value);
        reader.releaseLock();
        await left;
      }
      return { done: true, value: value as undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
