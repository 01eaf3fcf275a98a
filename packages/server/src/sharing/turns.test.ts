import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets others in after every slice, however many exports there are', async () => {
  const turns = new Turns();
  let slices = 0;
  let isOver = false;
  const exports = Promise.all(
    Array.from({ length: 60 }, async () => {
      for (let i = 0; i < 5; i++) {
        await turns.next();
        slices++;
      }
    }),
  ).then(() => {
    isOver = true;
  });
  let most = 0;
  while (!isOver) {
    const before = slices;
    await setImmediate();
    most = Math.max(most, slices - before);
  }
  await exports;
  expect(slices).toBe(300);
  expect(most).toBeLessThanOrEqual(2);
});

it('does what cannot be cut by itself, and goes on when it fails', async () => {
  const turns = new Turns();
  const running = new Set<number>();
  const work = (n: number) => async () => {
    expect(running.size).toBe(0);
    running.add(n);
    await setImmediate();
    running.delete(n);
    if (n === 1) throw new Error('broken');
    return n;
  };
  const all = await Promise.allSettled([0, 1, 2].map((n) => turns.alone(work(n))));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
