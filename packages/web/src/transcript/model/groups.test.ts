import { describe, expect, it } from 'vitest';
import { groupOf, toggled, viewOf } from './groups.ts';

const view = (query: string) => viewOf(new URLSearchParams(query));

describe('the view in the address', () => {
  it('is compact unless it says something else that exists', () => {
    expect(view('').level).toBe('compact');
    expect(view('level=loud').level).toBe('compact');
    expect(view('level=skim').level).toBe('skim');
  });

  it('switches a group over and back', () => {
    expect(toggled(view('level=skim'), 'thinking')).toEqual({ show: 'thinking', hide: null });
    expect(toggled(view('level=skim&show=thinking'), 'thinking')).toEqual({ show: null, hide: null });
    expect(toggled(view('level=skim'), 'tools')).toEqual({ show: null, hide: 'tools' });
    expect(view('hide=tools,nonsense').groups.has('tools')).toBe(false);
  });

  it('has a place for types it does not know', () => {
    expect(groupOf('constructor')).toBe('other');
    expect(groupOf('error')).toBe('errors');
  });
});
