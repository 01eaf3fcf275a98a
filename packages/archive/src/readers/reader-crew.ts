/** The workers of a sync, from the main thread: who reads what, how far ahead each is, and what they have told. */
import { Worker } from 'node:worker_threads';
import type { FromReader, ReaderSetup, ToReader } from './protocol.ts';

/** One worker, wherever it runs. */
export interface ReaderThread {
  post(message: ToReader): void;
  /** `lost` when nothing more will come. */
  listen(heard: (message: FromReader) => void, lost: () => void): void;
  close(): void;
}

export type Told = FromReader | { readonly lost: readonly number[] };

/** Input that a worker has been given and that was not taken over yet: it always has something to go on with. */
const GIVEN_BYTES = 64 * 1024 * 1024;

interface Member {
  readonly thread: ReaderThread;
  /** Bytes that are still to come of each input. */
  readonly inputs: Map<number, number>;
  isReady: boolean;
  isLost: boolean;
}

export class ReaderCrew {
  readonly #members: Member[];
  readonly #told: (FromReader | { readonly by: Member })[] = [];
  #wake: (() => void) | undefined;

  constructor(threads: readonly ReaderThread[]) {
    this.#members = threads.map((thread) => ({ thread, inputs: new Map(), isReady: false, isLost: false }));
    for (const member of this.#members) {
      member.thread.listen(
        (message) => this.#hear(member, message),
        () => this.#lose(member),
      );
    }
  }

  /** Whether anybody is there, or will be soon. */
  get isThere(): boolean {
    return this.#members.some(({ isLost }) => !isLost);
  }

  /** Whether somebody has the time to read something else. */
  get hasRoom(): boolean {
    return this.#free() !== undefined;
  }

  /** Gives an input to whoever has least to do. */
  read(order: Extract<ToReader, { read: number }>): void {
    const member = this.#free();
    member?.inputs.set(order.read, order.file.bytes);
    member?.thread.post(order);
  }

  /** So much of an input was taken over; what else comes of it may not be wanted. */
  took(input: number, bytes: number, isWanted: boolean): void {
    const member = this.#members.find(({ inputs }) => inputs.has(input));
    if (!member) return;
    member.inputs.set(input, Math.max(0, (member.inputs.get(input) as number) - bytes));
    member.thread.post({ taken: bytes });
    if (!isWanted) member.thread.post({ stop: input });
  }

  /** What was told and is to be heard next. */
  next(): Told | undefined {
    const told = this.#told.shift();
    if (told && 'done' in told) this.#forget(told.done);
    if (told && 'failed' in told) this.#forget(told.failed);
    return told && 'by' in told ? { lost: takeAll(told.by.inputs) } : told;
  }

  /** Until there is something. */
  async wait(): Promise<void> {
    if (this.#told.length > 0) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  close(): void {
    for (const { thread } of this.#members) thread.close();
  }

  #free(): Member | undefined {
    const free = this.#members.filter(
      ({ isReady, isLost, inputs }) => isReady && !isLost && given(inputs) < GIVEN_BYTES,
    );
    return free.sort((a, b) => given(a.inputs) - given(b.inputs))[0];
  }

  #hear(member: Member, message: FromReader): void {
    if ('ready' in message) member.isReady = true;
    this.#tell(message);
  }

  /** Not before all pieces of it were taken over: until then its bytes count. */
  #forget(input: number): void {
    for (const { inputs } of this.#members) inputs.delete(input);
  }

  #lose(member: Member): void {
    if (member.isLost) return;
    member.isLost = true;
    this.#tell({ by: member });
  }

  #tell(told: FromReader | { readonly by: Member }): void {
    this.#told.push(told);
    this.#wake?.();
    this.#wake = undefined;
  }
}

const given = (inputs: ReadonlyMap<number, number>): number => {
  let sum = 0;
  for (const bytes of inputs.values()) sum += bytes;
  return sum;
};

/** What a worker had that is lost: all that it did not finish before. */
function takeAll(inputs: Map<number, number>): number[] {
  const all = [...inputs.keys()];
  inputs.clear();
  return all;
}

/** A worker thread that runs the file of `reader-worker.ts`, as it was built. */
export function workerThread(file: string, setup: ReaderSetup): ReaderThread {
  const worker = new Worker(file, { workerData: setup });
  return {
    post: (message) => worker.postMessage(message),
    listen: (heard, lost) => {
      worker.on('message', heard);
      worker.on('error', lost);
      worker.on('exit', lost);
    },
    close: () => void worker.terminate(),
  };
}
