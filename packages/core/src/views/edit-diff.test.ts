import { describe, expect, it } from 'vitest';
import type { Event, Part } from '../transcript.ts';
import { editDiffs } from './edit-diff.ts';

const event = (type: string, parts: Part[]): Event => ({
  id: type,
  seq: 1,
  timestamp: '2026-01-01T00:00:00Z',
  type,
  parts,
});
const patch = (path: string, diff?: string): Part => ({
  type: 'file_ref',
  path,
  action: 'patch',
  ...(diff && { diff }),
});

describe('editDiffs', () => {
  it('tells of a file once that the call names within the project and the result in full', () => {
    const call = event('tool_call', [patch('src/sum.js', '@@'), patch('other.js', '@@\n+z')]);
    const result = event('tool_result', [patch('/home/dev/shop/src/sum.js', '@@ -1 +1 @@\n-a\n+b')]);
    expect(editDiffs([call, result]).map(({ path, diff }) => [path, diff])).toEqual([
      ['/home/dev/shop/src/sum.js', '@@ -1 +1 @@\n-a\n+b'],
      ['other.js', '@@\n+z'],
    ]);
  });

  it('keeps what the call says where the result does not tell what changed', () => {
    const call = event('tool_call', [patch('src/sum.js', '@@\n+z')]);
    const result = event('tool_result', [patch('/home/dev/shop/src/sum.js')]);
    expect(editDiffs([call, result]).map(({ path, diff }) => [path, diff])).toContainEqual(['src/sum.js', '@@\n+z']);
  });

  it('takes files of nearly the same name for others', () => {
    const call = event('tool_call', [patch('sum.js', '@@\n+z')]);
    const result = event('tool_result', [patch('/home/dev/checksum.js', '@@\n+a')]);
    expect(editDiffs([call, result])).toHaveLength(2);
  });
});
