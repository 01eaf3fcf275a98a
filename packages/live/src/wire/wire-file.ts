/** The wire file: everything that passes is in it before anybody is told. docs/wire.md is its specification. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';

export type WireDirection = 'in' | 'out' | 'err' | 'exit' | 'note';

export class WireFile {
  readonly #file: number;
  #bytes = 0;
  #syncing = false;
  #dirty = false;
  #closed = false;

  /** Begins a wire that must not be there yet. */
  constructor(path: string, header: object) {
    this.#file = openSync(path, 'ax', 0o600);
    this.#write(Buffer.from(`${JSON.stringify(header)}\n`));
  }

  /** How long it is. */
  get bytes(): number {
    return this.#bytes;
  }

  add(dir: WireDirection, msg: unknown): void {
    this.#write(Buffer.from(`${lineOf(dir, JSON.stringify(msg) ?? 'null')}\n`));
  }

  /** Lines as they passed, in one write. */
  addLines(dir: 'in' | 'out' | 'err', lines: readonly Uint8Array[]): void {
    if (lines.length === 0) return;
    this.#write(Buffer.from(`${lines.map((line) => lineOf(dir, messageOf(line, dir))).join('\n')}\n`));
  }

  close(): void {
    this.#closed = true;
    if (!this.#syncing) closeSync(this.#file);
  }

  #write(data: Buffer): void {
    for (let at = 0; at < data.length; ) at += writeSync(this.#file, data, at);
    this.#bytes += data.length;
    this.#dirty = true;
    this.#sync();
  }

  /** What is written survives every process; this is for the loss of power, as fast as the disk answers. */
  #sync(): void {
    if (this.#syncing || !this.#dirty || this.#closed) return;
    this.#syncing = true;
    this.#dirty = false;
    fdatasync(this.#file, () => {
      this.#syncing = false;
      if (this.#closed) closeSync(this.#file);
      else this.#sync();
    });
  }
}

const lineOf = (dir: WireDirection, msg: string): string => `{"at":${Date.now()},"dir":"${dir}","msg":${msg}}`;

/** A JSON object stands there as it is; anything else as a string. */
function messageOf(line: Uint8Array, dir: 'in' | 'out' | 'err'): string {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8');
  if (dir !== 'err' && isMessage(text)) return text;
  // Bytes that are no text would be lost: they stand beside it.
  return isUtf8(line) ? JSON.stringify(text) : JSON.stringify({ text, base64: Buffer.from(line).toString('base64') });
}

function isMessage(text: string): boolean {
  if (!/^\s*\{/.test(text) || text.includes('\r')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
