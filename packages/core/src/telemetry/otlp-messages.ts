/** Messages of the OpenTelemetry protocol: fields by number, with the names that they have in OTLP/JSON. */
import { type Field, type Message, readMessage, type Scalar } from './protobuf.ts';

const one = (name: string, type: Scalar | (() => Message)): Field => ({ name, type });
const many = (name: string, type: Scalar | (() => Message)): Field => ({ name, type, many: true });

const anyValue: Message = {
  1: one('stringValue', 'text'),
  2: one('boolValue', 'bool'),
  3: one('intValue', 'long'),
  4: one('doubleValue', 'double'),
  5: one('arrayValue', () => ({ 1: many('values', () => anyValue) })),
  6: one('kvlistValue', () => ({ 1: many('values', () => keyValue) })),
  7: one('bytesValue', 'base64'),
};
const keyValue: Message = { 1: one('key', 'text'), 2: one('value', () => anyValue) };
const attributes = many('attributes', () => keyValue);
const dropped = one('droppedAttributesCount', 'int');

const resource: Message = { 1: attributes, 2: dropped };
const scope: Message = { 1: one('name', 'text'), 2: one('version', 'text'), 3: attributes, 4: dropped };
const schemaUrl = one('schemaUrl', 'text');

const spanEvent: Message = { 1: one('timeUnixNano', 'fixed64'), 2: one('name', 'text'), 3: attributes, 4: dropped };
const spanLink: Message = {
  1: one('traceId', 'hex'),
  2: one('spanId', 'hex'),
  3: one('traceState', 'text'),
  4: attributes,
  5: dropped,
  6: one('flags', 'fixed32'),
};
const span: Message = {
  1: one('traceId', 'hex'),
  2: one('spanId', 'hex'),
  3: one('traceState', 'text'),
  4: one('parentSpanId', 'hex'),
  5: one('name', 'text'),
  6: one('kind', 'int'),
  7: one('startTimeUnixNano', 'fixed64'),
  8: one('endTimeUnixNano', 'fixed64'),
  9: attributes,
  10: dropped,
  11: many('events', () => spanEvent),
  12: one('droppedEventsCount', 'int'),
  13: many('links', () => spanLink),
  14: one('droppedLinksCount', 'int'),
  15: one('status', () => ({ 2: one('message', 'text'), 3: one('code', 'int') })),
  16: one('flags', 'fixed32'),
};
const logRecord: Message = {
  1: one('timeUnixNano', 'fixed64'),
  2: one('severityNumber', 'int'),
  3: one('severityText', 'text'),
  5: one('body', () => anyValue),
  6: attributes,
  7: dropped,
  8: one('flags', 'fixed32'),
  9: one('traceId', 'hex'),
  10: one('spanId', 'hex'),
  11: one('observedTimeUnixNano', 'fixed64'),
  12: one('eventName', 'text'),
};

const ofScope = (records: Field): Message => ({ 1: one('scope', () => scope), 2: records, 3: schemaUrl });
const scopeSpans = ofScope(many('spans', () => span));
const scopeLogs = ofScope(many('logRecords', () => logRecord));
const ofResource = (scopes: Field): Message => ({ 1: one('resource', () => resource), 2: scopes, 3: schemaUrl });
const resourceSpans = ofResource(many('scopeSpans', () => scopeSpans));
const resourceLogs = ofResource(many('scopeLogs', () => scopeLogs));

export type Signal = 'traces' | 'logs';

const REQUESTS: Readonly<Record<Signal, Message>> = {
  traces: { 1: many('resourceSpans', () => resourceSpans) },
  logs: { 1: many('resourceLogs', () => resourceLogs) },
};

/** A request in Protocol Buffers as it is in OTLP/JSON. Throws `ProtobufError`. */
export function readExport(signal: Signal, bytes: Uint8Array): Record<string, unknown> {
  return readMessage(bytes, REQUESTS[signal]);
}

/** The answer to one: nothing where all is well, else how many records were refused, or a message alone. */
export function writeAnswer(partial: { readonly rejected: number; readonly message: string } | undefined): Uint8Array {
  if (!partial) return new Uint8Array();
  const text = new TextEncoder().encode(partial.message);
  const rejected = partial.rejected > 0 ? [0x08, ...varint(partial.rejected)] : [];
  const body = [...rejected, 0x12, ...varint(text.length), ...text];
  return Uint8Array.from([0x0a, ...varint(body.length), ...body]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}
