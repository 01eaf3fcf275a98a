/**
 * Reads messages in Protocol Buffers by a table of their fields, into what the same message is in OTLP/JSON. Fields that the
 * table does not know are kept under `unknownFields`, so that nothing of what was sent is lost.
 */
export type Scalar = 'text' | 'hex' | 'base64' | 'bool' | 'int' | 'long' | 'fixed32' | 'fixed64' | 'double';

export interface Field {
  readonly name: string;
  readonly type: Scalar | (() => Message);
  readonly many?: true;
}

/** Fields by number. */
export type Message = Readonly<Record<number, Field>>;

/** Where in the bytes something is wrong. */
export class ProtobufError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(`${message} at byte ${at}`);
    this.name = 'ProtobufError';
    this.at = at;
  }
}

/** Nothing that somebody means is nested deeper. */
const MAX_DEPTH = 100;

export function readMessage(bytes: Uint8Array, message: Message): Record<string, unknown> {
  return new MessageReader(bytes).read(message, bytes.length, 0);
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
const WIRE_OF: Readonly<Record<Scalar, number>> = {
  text: BYTES,
  hex: BYTES,
  base64: BYTES,
  bool: VARINT,
  int: VARINT,
  long: VARINT,
  fixed32: FIXED32,
  fixed64: FIXED64,
  double: FIXED64,
};

class MessageReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(message: Message, end: number, depth: number): Record<string, unknown> {
    if (depth > MAX_DEPTH) throw new ProtobufError('too deeply nested', this.#at);
    const value: Record<string, unknown> = {};
    while (this.#at < end) {
      const start = this.#at;
      const tag = Number(this.#varint(end));
      const [number, wire] = [Math.floor(tag / 8), tag % 8];
      if (number === 0) throw new ProtobufError('no field', start);
      const field = message[number];
      const wanted = field && (typeof field.type === 'function' ? BYTES : WIRE_OF[field.type]);
      if (!field || wanted !== wire) this.#keepUnknown(value, number, wire, end);
      else this.#take(value, field, end, depth);
    }
    return value;
  }

  #take(value: Record<string, unknown>, { name, type, many }: Field, end: number, depth: number): void {
    const found = typeof type === 'function' ? this.#nested(type(), end, depth) : this.#scalar(type, end);
    if (!many) value[name] = found;
    else if (Array.isArray(value[name])) (value[name] as unknown[]).push(found);
    else value[name] = [found];
  }

  #nested(message: Message, end: number, depth: number): unknown {
    const length = this.#length(end);
    return this.read(message, this.#at + length, depth + 1);
  }

  #scalar(type: Scalar, end: number): unknown {
    switch (type) {
      case 'bool':
        return this.#varint(end) !== 0n;
      case 'int':
        return Number(BigInt.asIntN(32, this.#varint(end)));
      case 'long':
        // As OTLP/JSON has it: a number of 64 bits is text.
        return String(BigInt.asIntN(64, this.#varint(end)));
      case 'fixed32':
        return this.#view.getUint32(this.#skip(4, end), true);
      case 'fixed64':
        return String(this.#view.getBigUint64(this.#skip(8, end), true));
      case 'double':
        return this.#view.getFloat64(this.#skip(8, end), true);
      default: {
        const length = this.#length(end);
        const start = this.#skip(length, end);
        return textIn(this.#bytes.subarray(start, start + length), type);
      }
    }
  }

  #keepUnknown(value: Record<string, unknown>, number: number, wire: number, end: number): void {
    const start = this.#at;
    if (wire === VARINT) this.#varint(end);
    else if (wire === FIXED64) this.#skip(8, end);
    else if (wire === FIXED32) this.#skip(4, end);
    else if (wire === BYTES) this.#skip(this.#length(end), end);
    else throw new ProtobufError(`no such kind of field (${wire})`, start);
    const kept = (value['unknownFields'] ?? []) as object[];
    value['unknownFields'] = [...kept, { number, wire, data: base64(this.#bytes.subarray(start, this.#at)) }];
  }

  #length(end: number): number {
    const at = this.#at;
    const length = Number(this.#varint(end));
    if (length > end - this.#at) throw new ProtobufError('the message ends too early', at);
    return length;
  }

  /** Where the bytes begin that are passed over. */
  #skip(length: number, end: number): number {
    const start = this.#at;
    if (length > end - start) throw new ProtobufError('the message ends too early', start);
    this.#at += length;
    return start;
  }

  #varint(end: number): bigint {
    const start = this.#at;
    let low = 0;
    // Most are small: no big number is needed until the fifth byte.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte(end, start);
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt(low);
    }
    let value = BigInt(low);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte(end, start);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new ProtobufError('no number', start);
  }

  #byte(end: number, start: number): number {
    if (this.#at >= end) throw new ProtobufError('the message ends too early', start);
    return this.#bytes[this.#at++] as number;
  }
}

const decoder = new TextDecoder();

function textIn(bytes: Uint8Array, type: 'text' | 'hex' | 'base64'): string {
  if (type === 'text') return decoder.decode(bytes);
  if (type === 'base64') return base64(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
