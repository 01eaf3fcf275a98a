import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { readExport, writeAnswer } from './otlp-messages.ts';
import { ProtobufError, readMessage } from './protobuf.ts';

/** Fields as they are on the wire. */
const varint = (value: bigint): number[] =>
  value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...varint(value >> 7n)];
const field = (number: number, wire: number, ...bytes: number[]) => [...varint(BigInt(number * 8 + wire)), ...bytes];
const nested = (number: number, bytes: readonly number[]) =>
  field(number, 2, ...varint(BigInt(bytes.length)), ...bytes);
const text = (number: number, value: string) => nested(number, [...new TextEncoder().encode(value)]);
const fixed64 = (number: number, value: bigint) =>
  field(number, 1, ...Array.from({ length: 8 }, (_, byte) => Number((value >> BigInt(8 * byte)) & 255n)));
const attribute = (key: string, value: readonly number[]) => [...text(1, key), ...nested(2, value)];

describe('a request in Protocol Buffers', () => {
  it('is read as it is in JSON', () => {
    const span = [
      ...nested(
        1,
        Array.from({ length: 16 }, (_, i) => i),
      ),
      ...nested(2, [1, 2, 3, 4, 5, 6, 7, 8]),
      ...text(5, 'chat ✓'),
      ...field(6, 0, 3),
      ...fixed64(7, 1_767_225_600_000_000_001n),
      ...nested(9, attribute('n', field(3, 0, ...varint(2n ** 64n - 5n)))),
      ...nested(9, attribute('list', nested(5, [...nested(1, text(1, 'a')), ...nested(1, field(2, 0, 1))]))),
      ...nested(15, [...text(2, 'broken'), ...field(3, 0, 2)]),
      ...field(99, 0, 7),
    ];
    const data = nested(1, [
      ...nested(1, nested(1, attribute('service.name', text(1, 'x')))),
      ...nested(2, nested(2, span)),
    ]);
    expect(readExport('traces', Uint8Array.from(data))).toEqual({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'x' } }] },
          scopeSpans: [
            {
              spans: [
                {
                  traceId: '000102030405060708090a0b0c0d0e0f',
                  spanId: '0102030405060708',
                  name: 'chat ✓',
                  kind: 3,
                  startTimeUnixNano: '1767225600000000001',
                  attributes: [
                    { key: 'n', value: { intValue: '-5' } },
                    { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }, { boolValue: true }] } } },
                  ],
                  status: { message: 'broken', code: 2 },
                  unknownFields: [{ number: 99, wire: 0, data: 'Bw==' }],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('is read or refused with its place, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('traces' as const, 'logs' as const),
        (bytes, signal) => {
          try {
            expect(readExport(signal, bytes)).toBeTypeOf('object');
          } catch (error) {
            expect(error).toBeInstanceOf(ProtobufError);
            expect((error as ProtobufError).at).toBeLessThanOrEqual(bytes.length);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is refused where it is nested without end', () => {
    let value: number[] = text(1, 'x');
    for (let depth = 0; depth < 200; depth++) value = nested(5, nested(1, value));
    const record = nested(2, nested(5, value));
    expect(() => readExport('logs', Uint8Array.from(nested(1, nested(2, record))))).toThrow('too deeply nested');
  });
});

it('answers with what is to be known, in the same form', () => {
  expect(writeAnswer(undefined)).toEqual(new Uint8Array());
  const answer = {
    1: {
      name: 'partial',
      type: () => ({ 1: { name: 'rejected', type: 'long' as const }, 2: { name: 'message', type: 'text' as const } }),
    },
  };
  expect(readMessage(writeAnswer({ rejected: 300, message: 'ä'.repeat(100) }), answer)).toEqual({
    partial: { rejected: '300', message: 'ä'.repeat(100) },
  });
});
