import type { SessionRow } from '@hansard/core/store/sessions.ts';
import { expect, it } from 'vitest';
import { createColors } from '../terminal/colors.ts';
import { widthOf } from '../terminal/table.ts';
import { archivedText } from './archived-sessions.ts';

const session: SessionRow = {
  id: '51847990-39fb-4d1c-b70c-f14bda4481b4',
  number: 1,
  lastSeq: 1234,
  agent: 'someone',
  nativeId: 'one',
  title: '为什么 does the retry queue lose its last message?',
  project: '/home/dev/work/queues-and-their-workers',
  repository: null,
  branch: null,
  startedAt: '2026-08-01T10:00:00.000Z',
  endedAt: null,
  state: 'open',
  lineage: null,
  events: 1234,
  messages: 3,
  toolCalls: 1,
  errors: 0,
  subagents: 0,
  path: '/home/dev/log.jsonl',
  bytes: 10,
  missingSince: null,
  scrubbed: false,
  imported: false,
  origin: null,
  machine: null,
  starred: true,
  tags: ['review'],
};

const linesAt = (columns: number): string[] =>
  archivedText(
    { sessions: [session], total: 1, all: 1 },
    { home: '/home/dev', columns, minute: (time) => time.slice(0, 16), colors: createColors(false) },
  )
    .split('\n\n')[0]
    ?.split('\n') ?? [];

it('shows the whole title on a terminal of the usual width', () => {
  const lines = linesAt(80);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toBe(`    ★ [review] ${session.title}`);
});

it.each([20, 40, 80, 99, 100, 200])('keeps to %i columns, but for what is there to be copied', (columns) => {
  const lines = linesAt(columns);
  for (const line of lines.slice(0, -1)) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  expect(lines.at(-1)).toBe('    51847990  ~/log.jsonl');
});

it('takes two lines where there is room', () => {
  expect(linesAt(160)).toHaveLength(2);
  expect(linesAt(Number.POSITIVE_INFINITY)[0]).toContain(`★ [review] ${session.title}`);
});
