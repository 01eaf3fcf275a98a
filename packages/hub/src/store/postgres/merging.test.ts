import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Merging } from './merging.ts';

let merged = 0;
const reported: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  merged = 0;
  reported.length = 0;
});
afterEach(() => vi.useRealTimers());

const merging = (merge = async () => void merged++) => new Merging(merge, (error) => reported.push(error));

it('merges when much waits, and the rest when nothing more comes', async () => {
  const one = merging();
  for (let n = 0; n < 499; n++) one.added(1);
  expect(merged).toBe(0);
  one.added(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(merged).toBe(1);
  one.added(3);
  await vi.advanceTimersByTimeAsync(4999);
  expect(merged).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(merged).toBe(2);
});

it('merges sooner while somebody searches, and before a search that would read through much', async () => {
  const one = merging();
  one.added(59);
  await one.searched();
  expect(merged).toBe(0);
  one.added(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(merged).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  one.added(60);
  expect(merged).toBe(1);
  await one.searched();
  expect(merged).toBe(2);
});

it('tells of a merge that failed, and tries what waits again', async () => {
  let isCut = true;
  const one = merging(async () => {
    if (isCut) throw new Error('cut');
    merged++;
  });
  one.added(500);
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual([new Error('cut')]);
  isCut = false;
  await one.searched();
  expect(merged).toBe(1);
});

it('leaves nothing behind when it is closed', async () => {
  const one = merging();
  one.added(1);
  await one.close();
  expect(vi.getTimerCount()).toBe(0);
});
