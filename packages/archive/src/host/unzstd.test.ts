import { expect, it } from 'vitest';
import { byLibrary, unzstd } from './unzstd.ts';

/** `{"hello":"zstd"}` as a frame of one raw block. */
const FRAME = Buffer.from('28b52ffd201081000' + '07b2268656c6c6f223a227a737464227d', 'hex');
/** One block that repeats a byte 131,071 times. */
const REPEATED = Buffer.from('28b52ffda0ffff0100fbff0f41', 'hex');

it('undoes a frame, in both ways', () => {
  for (const undo of [unzstd, (data: Uint8Array) => byLibrary(data, 1000)]) {
    expect(Buffer.from(undo(FRAME) as Uint8Array).toString()).toBe('{"hello":"zstd"}');
  }
});

it('gives nothing for what is no frame, or becomes too large', () => {
  expect(unzstd(Buffer.from('no frame'))).toBeUndefined();
  expect(unzstd(REPEATED)?.length).toBe(131_071);
  expect(unzstd(REPEATED, 1000)).toBeUndefined();
  expect(() => byLibrary(REPEATED, 1000)).toThrow('too large');
});
