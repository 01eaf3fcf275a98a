/** Both ways of packing are read on every Node, and what bursts is stopped. */
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { NotPacked, pack, TooLarge, unpack } from './codec.ts';

/** “pelican pelican pelican …”, packed by zstd elsewhere, as Node 20 cannot. */
const BY_ZSTD = Buffer.from('KLUv/SDIfQAAQHBlbGljYW4gAQC9UYUL', 'base64');
const TEXT = 'pelican '.repeat(25);

it('reads what it has packed, and what another Node has', () => {
  expect(unpack(pack('größe 日本語'))).toBe('größe 日本語');
  expect(unpack(Buffer.concat([Buffer.of(1), brotliCompressSync(TEXT)]))).toBe(TEXT);
  expect(unpack(Buffer.concat([Buffer.of(2), BY_ZSTD]))).toBe(TEXT);
});

it('stops at what it may become', () => {
  const bursting = Buffer.concat([Buffer.of(1), brotliCompressSync('x'.repeat(1_000_000))]);
  expect(() => unpack(bursting, 1000)).toThrow(TooLarge);
  expect(() => unpack(Buffer.concat([Buffer.of(2), BY_ZSTD]), 100)).toThrow(TooLarge);
  for (const bad of [Buffer.of(), Buffer.of(7, 1), Buffer.of(1, 255, 255), Buffer.of(2, 1, 2, 3)]) {
    expect(() => unpack(bad)).toThrow(NotPacked);
  }
});
