/**
 * A worker's side: reads inputs that are new, one after the other, and hands on what is to be written of them, packed. It
 * reads ahead of what was taken over by so many bytes and no more.
 */
import { type Adapter, detectFile, type Host, type SessionFacts } from '@hansard/core';
import { factsOf } from '../ingest/event-facts.ts';
import type { InputChange, KeptBlock, NewBlock } from '../ingest/input-change.ts';
import type { Intake } from '../ingest/intake.ts';
import { keepInput } from '../ingest/keep-input.ts';
import { packedBlock } from '../originals/storable-block.ts';
import type { FromReader, ReadPiece, ReadThread, ToReader } from './protocol.ts';

/** Somewhat more than goes into one transaction: the worker reads on while one is written. */
const AHEAD_BYTES = 32 * 1024 * 1024;

type Order = Extract<ToReader, { read: number }>;

class Stopped extends Error {
  override name = 'Stopped';
}

export class InputReader {
  readonly #host: Host;
  readonly #readers: readonly Adapter[];
  readonly #tell: (message: FromReader, transfer: ArrayBuffer[]) => void;
  readonly #orders: Order[] = [];
  readonly #stopped = new Set<number>();
  #isReading = false;
  #ahead = 0;
  #goOn: (() => void) | undefined;

  constructor(host: Host, readers: readonly Adapter[], tell: (message: FromReader, transfer: ArrayBuffer[]) => void) {
    this.#host = host;
    this.#readers = readers;
    this.#tell = tell;
  }

  hear(message: ToReader): void {
    if ('read' in message) {
      this.#orders.push(message);
      if (!this.#isReading) void this.#readAll();
      return;
    }
    if ('stop' in message) this.#stopped.add(message.stop);
    else this.#ahead -= message.taken;
    this.#goOn?.();
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    for (let order = this.#orders.shift(); order; order = this.#orders.shift()) {
      try {
        await this.#read(order);
        this.#tell({ done: order.read }, []);
      } catch (error) {
        if (error instanceof Stopped) this.#tell({ done: order.read }, []);
        else this.#tell({ failed: order.read, message: (error as Error).message }, []);
      }
      this.#stopped.delete(order.read);
    }
    this.#isReading = false;
  }

  async #read({ read: id, agent, located, file, blockBytes, unitBytes }: Order): Promise<void> {
    const adapter = this.#readers.find((reader) => reader.id === agent);
    if (!adapter) throw new Error(`nothing here reads ${agent}`);
    const host = this.#host;
    const { path, role, kind, facts } = located;
    const dialect = role === 'side' ? undefined : (await detectFile([adapter], host, path))?.dialect;
    let admits: { facts: SessionFacts | undefined } | undefined;
    const intake: Intake = {
      host,
      ...(blockBytes === undefined ? {} : { blockBytes }),
      ...(unitBytes === undefined ? {} : { unitBytes }),
      admit: (_agent, known) => {
        admits = { facts: known };
      },
      push: async (change, bytes) => {
        await this.#room(id);
        this.#ahead += bytes;
        const piece = pieceOf(change);
        this.#tell({ piece, of: id, dialect: dialect?.id, ...(admits && { admits }), bytes }, buffersOf(piece));
        admits = undefined;
      },
    };
    const input = { agent, path, role, kind, dialect: dialect?.id, adapterVersion: adapter.version, located: facts };
    const isNew = { row: undefined, latest: undefined, grows: false, current: false };
    await keepInput(intake, { input, adapter, file, dialect, ...isNew });
  }

  async #room(id: number): Promise<void> {
    while (this.#ahead >= AHEAD_BYTES && !this.#stopped.has(id)) {
      await new Promise<void>((resolve) => {
        this.#goOn = resolve;
      });
    }
    if (this.#stopped.has(id)) throw new Stopped();
  }
}

function pieceOf({ input: _i, handle: _h, dialect: _d, threads, whole, blocks, ...rest }: InputChange): ReadPiece {
  return {
    ...rest,
    blocks: blocks.map(packed),
    threads: threads.map(
      ({ events, ...thread }): ReadThread => ({
        ...thread,
        events: events.map((one) =>
          'facts' in one
            ? one
            : { facts: factsOf(one.event), start: one.start, ...(one.later && { later: one.later }) },
        ),
      }),
    ),
    ...(whole && {
      whole: whole.map(({ events, ...thread }) => ({
        ...thread,
        events: events.map((one) => ('facts' in one ? one : { facts: factsOf(one.event), body: one.body })),
      })),
    }),
  };
}

const packed = (block: NewBlock | KeptBlock): NewBlock | KeptBlock =>
  'block' in block ? { ...block, block: packedBlock(block.block) } : block;

/** What is moved to the other thread rather than copied: small buffers share one, which is not ours to give away. */
function buffersOf({ blocks }: ReadPiece): ArrayBuffer[] {
  const buffers = blocks.flatMap((block) => ('block' in block && 'data' in block.block ? [block.block.data] : []));
  return buffers
    .filter(({ buffer, byteLength }) => buffer instanceof ArrayBuffer && buffer.byteLength === byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}
