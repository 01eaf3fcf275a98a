import { Failure } from '@hansard/core';
import { describe, expect, it } from 'vitest';
import { flag, integer, integerOrNull, integers, rowReader, text, textOrNull } from './row-shape.ts';

const read = rowReader({ id: integer, title: textOrNull, ended: integerOrNull, own: flag, seqs: integers });
const ROW = { id: 1, title: null, ended: 5, own: 0, seqs: '[1,2]', more: 'is left out' };

it('gives what the shape names', () =>
  expect(read(ROW)).toEqual({ id: 1, title: null, ended: 5, own: false, seqs: [1, 2] }));

describe('refuses', () => {
  it.each([
    ['a column that is missing', { ...ROW, id: undefined as never }, 'id'],
    ['nothing where something must be', { ...ROW, id: null }, 'id'],
    ['another type', { ...ROW, title: 12 }, 'title'],
    ['what is neither yes nor no', { ...ROW, own: 2 }, 'own'],
    ['a list of something else', { ...ROW, seqs: '["a"]' }, 'seqs'],
    ['a list that is none', { ...ROW, seqs: '{' }, 'seqs'],
  ])('%s', (_what, row, column) => {
    let error: unknown;
    try {
      read(row);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ code: 'archive-damaged', message: expect.stringContaining(` ${column} `) });
  });

  it('bytes where text must be', () => {
    expect(() => rowReader({ key: text })({ key: new Uint8Array(1) })).toThrow('key');
  });
});
