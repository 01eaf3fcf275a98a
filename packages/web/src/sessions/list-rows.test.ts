import type { SessionSource } from '@hansard/client';
import { describe, expect, it } from 'vitest';
import { summaryOf } from '../testing/summary.ts';
import { type ListRow, listRows } from './list-rows.ts';

const now = new Date(2026, 2, 5, 12);
const at = (day: number, hour = 9) => new Date(2026, 2, day, hour).toISOString();
const session = (id: string, day: number, parent?: string, subagents = 0) =>
  summaryOf(id, {
    endedAt: at(day),
    lineage: parent ? { kind: 'fork', of: null, id: parent } : null,
    subagents,
  });
const options = { byTime: true, toggled: new Set<string>(), sources: new Map<string, SessionSource[]>(), now };

const shown = (rows: ListRow[]) =>
  rows.map((row) => (row.kind === 'day' ? row.name : `${'  '.repeat(row.depth)}${row.key}`));

describe('the rows of the list', () => {
  it('come under days, and families where their latest member is', () => {
    const sessions = [session('fork', 5, 'origin'), session('other', 4), session('origin', 3), session('old', 1)];
    expect(shown(listRows(sessions, options))).toEqual([
      'Today',
      'origin',
      '  fork',
      'Yesterday',
      'other',
      'Sunday',
      'old',
    ]);
  });

  it('are flat in any other order', () => {
    const sessions = [session('fork', 5, 'origin'), session('origin', 3)];
    expect(shown(listRows(sessions, { ...options, byTime: false }))).toEqual(['fork', 'origin']);
  });

  it('hide descendants of a closed session', () => {
    const sessions = [session('fork', 5, 'origin'), session('origin', 3)];
    const rows = listRows(sessions, { ...options, toggled: new Set(['origin']) });
    expect(shown(rows)).toEqual(['Today', 'origin']);
    expect(rows[1]).toMatchObject({ open: false });
  });

  it('show subagents when asked to, by their depth', () => {
    const source = (name: string, parent: string | null): SessionSource => ({
      source: name,
      index: 0,
      parent,
      title: null,
      type: null,
      events: 1,
      logSeq: 1,
    });
    const sources = new Map([
      ['s', [source('primary', null), source('subagent:a', 'primary'), source('subagent:a/b', 'subagent:a')]],
    ]);
    const sessions = [session('s', 5, undefined, 2)];
    expect(shown(listRows(sessions, { ...options, sources }))).toEqual(['Today', 's']);
    expect(shown(listRows(sessions, { ...options, sources, toggled: new Set(['s']) }))).toEqual([
      'Today',
      's',
      '  s subagent:a',
      '    s subagent:a/b',
    ]);
  });

  it('show every session once, whatever their lineage claims', () => {
    const sessions = [session('a', 5, 'b'), session('b', 5, 'c'), session('c', 5, 'a'), session('d', 5, 'd')];
    const keys = listRows(sessions, options).flatMap((row) => (row.kind === 'session' ? [row.key] : []));
    expect(keys.sort()).toEqual(['a', 'b', 'c', 'd']);
  });
});
