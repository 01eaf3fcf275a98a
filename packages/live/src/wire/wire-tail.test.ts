/** A wire is read as it grows, and what nobody hears is left out. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { WireTail } from './wire-tail.ts';

const folder = mkdtempSync(join(tmpdir(), 'hansard-wire-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('leaves out what begins like something that nobody hears, and nothing else, wherever a piece ends', () => {
  const path = join(folder, 'wire.jsonl');
  const line = (dir: string, msg: unknown) => `${JSON.stringify({ at: 1794974959905, dir, msg })}\n`;
  const lines = [
    `${JSON.stringify({ hansard: 'wire' })}\n`,
    line('out', { type: 'delta', text: 'a' }),
    line('in', { type: 'delta', text: 'said' }),
    line('out', { type: 'deltas' }),
    line('out', { text: '"dir":"out","msg":{"type":"delta"' }),
    line('out', {}),
    line('out', { type: 'delta', text: 'b' }),
    'x\n',
    line('out', 1),
  ];
  appendFileSync(path, '');
  const tail = new WireTail(path, [
    '{"type":"delta",',
    '{"a beginning that is longer than any line that follows it in the file"',
  ]);
  const read: unknown[] = [];
  for (const character of lines.join('').match(/[\s\S]{1,7}/g) ?? []) {
    appendFileSync(path, character);
    for (const { msg } of tail.read()) read.push(msg);
  }
  expect(read).toEqual([
    { type: 'delta', text: 'said' },
    { type: 'deltas' },
    { text: '"dir":"out","msg":{"type":"delta"' },
    {},
    1,
  ]);
  tail.close();
});
