import { describe, expect, it } from 'vitest';
import { isSubagentSource, parentSource, subagentId, subagentPath, subagentSource } from './source-path.ts';

describe.each([
  ['subagent:a', 'a', 'a', 'primary'],
  ['subagent:a/b', 'a/b', 'b', 'subagent:a'],
  ['subagent:a/b/c', 'a/b/c', 'c', 'subagent:a/b'],
])('%s', (source, path, id, parent) => {
  it('has a path, an id and a parent', () => {
    expect([subagentPath(source), subagentId(source), parentSource(source)]).toEqual([path, id, parent]);
    expect(subagentSource(path)).toBe(source);
    expect(isSubagentSource(source)).toBe(true);
  });
});

it('the session’s own agent is none', () => {
  expect(isSubagentSource('primary')).toBe(false);
  expect(isSubagentSource(undefined)).toBe(false);
  expect(subagentPath('primary')).toBe('primary');
});
