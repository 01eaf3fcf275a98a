/** How often the archive is asked while a log is read. */
import { expect, it } from 'vitest';
import { IndexSink } from './index-sink.ts';

it('asks once for an event of the archive that many pieces of text belong to', () => {
  const asked: string[] = [];
  const known = (_thread: string, id: string) => {
    asked.push(id);
    return id !== 'new';
  };
  const { root } = new IndexSink({ digest: () => '', known });
  for (let piece = 0; piece < 1000; piece++) expect(root.append('long', 'piece ')).toBe(true);
  expect(asked).toEqual(['long']);
  expect([root.append('new', 'x'), root.append('other', 'x'), root.append('long', 'x')]).toEqual([false, true, true]);
  expect(asked).toEqual(['long', 'new', 'other', 'long']);
});
