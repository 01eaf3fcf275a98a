import type { Event } from '@hansard/core/transcript.ts';
import { describe, expect, it } from 'vitest';
import { editsOf } from './edits.ts';

const call = (input: unknown, more: Partial<Event> = {}): Event => ({
  id: 'c',
  seq: 1,
  timestamp: '2026-01-01T00:00:00Z',
  type: 'tool_call',
  tool: { name: 'Edit', kind: 'edit', input },
  ...more,
});

describe('editsOf', () => {
  it('takes the diff that was recorded', () => {
    const parts = [
      { type: 'file_ref', path: 'a.ts', action: 'read' },
      { type: 'file_ref', path: 'b.ts', action: 'patch', diff: '@@ -1 +1 @@\n-x\n+y\n' },
    ];
    const result = { ...call(undefined), parts };
    expect(editsOf(call({ file_path: 'b.ts', old_string: 'x', new_string: 'y' }), result)).toEqual([
      { path: 'b.ts', diff: '@@ -1 +1 @@\n-x\n+y\n' },
    ]);
  });

  it('shows a file once that the call names within the project and the result in full', () => {
    const ref = (path: string, diff: string) => ({ type: 'file_ref', path, action: 'patch', diff });
    const result = { ...call(undefined), parts: [ref('/home/dev/shop/src/a.ts', '@@ -1 +1 @@\n-x\n+y\n')] };
    const asked = call('*** Begin Patch', { parts: [ref('src/a.ts', '@@'), ref('a.ts.bak', '@@\n+z')] });
    expect(editsOf(asked, result).map(({ path }) => path)).toEqual(['/home/dev/shop/src/a.ts', 'a.ts.bak']);
  });

  it('makes one from what was to be replaced', () => {
    const input = { file_path: 'a.ts', old_string: 'one\ntwo\nthree', new_string: 'one\n2\nthree' };
    expect(editsOf(call(input), undefined)).toEqual([
      { path: 'a.ts', diff: '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three' },
    ]);
  });

  it('joins several edits of one file, and shows a new file as added lines', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: '' },
    ];
    expect(editsOf(call({ file_path: 'a.ts', edits }), undefined)[0]?.diff).toBe(
      '@@ -1,1 +1,1 @@\n-a\n+b\n@@ -1,1 +0,0 @@\n-c',
    );
    expect(editsOf(call({ file_path: 'n.ts', content: 'x\ny\n' }), undefined)[0]?.diff).toBe('@@ -0,0 +1,2 @@\n+x\n+y');
  });

  it('knows nothing of other arguments', () => {
    expect(editsOf(call({ command: 'ls' }), undefined)).toEqual([]);
    expect(editsOf(call('text'), undefined)).toEqual([]);
  });
});
