/**
 * Slices as JSON Lines, one file for each slice of a session. Items are written at once and in one piece, so that a
 * process that is killed has lost nothing that it had recorded; what they hold stays in the file and not in memory.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SliceFactory, SliceStore } from '../slices/slice-factory.ts';
import { nameOf, type SliceType } from '../slices/slice-type.ts';
import { jsonLines } from './json-lines.ts';

export interface JsonlSliceOptions {
  readonly baseDir: string;
  /** Wait until each item is on the disk: safe against a loss of power, and a millisecond each. */
  readonly durable?: boolean;
  /** Set where several processes write one session: each has a file of its own. */
  readonly writer?: string;
}

export class JsonlSliceFactory implements SliceFactory {
  readonly #options: JsonlSliceOptions;

  constructor(options: JsonlSliceOptions) {
    this.#options = options;
  }

  open<T extends object>(type: SliceType<T>, sessionId: string): SliceStore<T> {
    const { baseDir, writer, durable = false } = this.#options;
    const name = [nameOf(type), ...(writer ? [writer] : [])].map(asFileName).join('.');
    return new JsonlStore(type, join(baseDir, asFileName(sessionId)), `${name}.jsonl`, durable);
  }
}

/** As a name of a file on every system, whatever is in it. */
const asFileName = (name: string): string =>
  name
    .replaceAll(/[^\w.@-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 150) || '_';

class JsonlStore<T extends object> implements SliceStore<T> {
  readonly #type: SliceType<T>;
  readonly #folder: string;
  readonly #path: string;
  readonly #durable: boolean;
  readonly #opening: string;
  #file: number | undefined;
  #latest: T | undefined;
  #torn = false;

  constructor(type: SliceType<T>, folder: string, name: string, durable: boolean) {
    this.#type = type;
    this.#folder = folder;
    this.#path = join(folder, name);
    this.#durable = durable;
    this.#opening = JSON.stringify({ __type__: nameOf(type) }).slice(0, -1);
  }

  append(items: readonly T[]): void {
    for (const item of items) this.#write(this.#lineOf(item));
    this.#latest = items.at(-1) ?? this.#latest;
  }

  replace(items: readonly T[]): void {
    ftruncateSync(this.#open(), 0);
    this.#latest = undefined;
    this.append(items);
  }

  *all(): Iterable<T> {
    if (!existsSync(this.#path)) return;
    for (const line of jsonLines(this.#path)) {
      const item = this.#revive(line);
      if (item) yield item;
    }
  }

  latest(): T | undefined {
    if (this.#latest) return this.#latest;
    if (!existsSync(this.#path)) return undefined;
    for (const item of this.all()) this.#latest = item;
    return this.#latest;
  }

  close(): void {
    if (this.#file === undefined) return;
    try {
      fdatasyncSync(this.#file);
    } finally {
      closeSync(this.#file);
      this.#file = undefined;
    }
  }

  #revive(line: string): T | undefined {
    const value = parsedLine(line);
    if (!value) return undefined;
    const { __type__: _type, ...fields } = value;
    return this.#type.fromJSON?.(fields) ?? Object.assign(Object.create(this.#type.prototype), fields);
  }

  /** With the name of its type before its own fields. */
  #lineOf(item: T): string {
    const fields = JSON.stringify(item) as string | undefined;
    // Else it is an item without fields, or one that says itself what it is as JSON.
    if (fields?.startsWith('{"')) return `${this.#opening},${fields.slice(1)}\n`;
    return `${JSON.stringify({ __type__: nameOf(this.#type), ...item })}\n`;
  }

  /** Until all of it is there; behind one that failed, on a line of its own. */
  #write(line: string): void {
    const file = this.#open();
    const text = this.#torn ? `\n${line}` : line;
    this.#torn = true;
    const written = writeSync(file, text);
    if (written < Buffer.byteLength(text)) writeRest(file, Buffer.from(text), written);
    this.#torn = false;
    if (this.#durable) fdatasyncSync(file);
  }

  #open(): number {
    if (this.#file !== undefined) return this.#file;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = openSync(this.#path, 'a+', 0o600);
    // A process that was killed may have left half a line.
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    if (size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 10) this.#torn = true;
    this.#file = file;
    return file;
  }
}

function writeRest(file: number, bytes: Buffer, from: number): void {
  for (let at = from; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function parsedLine(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
