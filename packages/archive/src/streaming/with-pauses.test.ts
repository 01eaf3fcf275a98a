import { expect, it } from 'vitest';
import { withPauses } from './with-pauses.ts';

it('lets others do something between values that take their time, and gives every value in order', async () => {
  const seen: unknown[] = [];
  setImmediate(() => seen.push('others'));
  for await (const value of withPauses([1, 2, 3])) {
    seen.push(value);
    for (const begin = performance.now(); performance.now() - begin < 30; );
  }
  expect(seen).toEqual([1, 'others', 2, 3]);
});
