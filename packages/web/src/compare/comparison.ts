/** What two sessions have in common and where they differ, as rows of tables. Differences are the second's. */
import type { Outline, Prompt, SessionChanges, SessionDetail, SessionMap } from '@hansard/client';
import { dollars, moneyText } from '../words/money.ts';
import { titleText } from '../words/names.ts';
import { shareText, wholeNumber } from '../words/numbers.ts';
import { durationText, fullTime } from '../words/times.ts';

/** Of the first session and of the second. */
export type Pair<T> = readonly [T, T];

export interface FactRow {
  readonly name: string;
  readonly values: Pair<string>;
  /** Empty where there is none, or nothing to count. */
  readonly difference: string;
}

interface Measure {
  readonly name: string;
  readonly of: (session: SessionDetail) => number | null;
  readonly words: (value: number) => string;
  /** Where it is not what is counted that is shown. */
  readonly shown?: (session: SessionDetail) => string;
}

const cost = ({ cost: { withSubagentsMicroUsd } }: SessionDetail) => withSubagentsMicroUsd;

const MEASURES: readonly Measure[] = [
  {
    name: 'Cost',
    of: cost,
    words: dollars,
    shown: (session) => moneyText({ microUsd: cost(session), unpriced: session.unpriced }),
  },
  { name: 'Tokens', of: ({ tokens }) => tokens, words: wholeNumber },
  { name: 'Duration', of: ({ durationMs }) => durationMs, words: durationText },
  { name: 'Messages', of: ({ messages }) => messages, words: wholeNumber },
  { name: 'Tool calls', of: ({ toolCalls }) => toolCalls, words: wholeNumber },
  { name: 'Errors', of: ({ errors }) => errors, words: wholeNumber },
  { name: 'Subagents', of: ({ subagents }) => subagents, words: wholeNumber },
  { name: 'Input from cache', of: ({ cost: { cacheHitShare } }) => cacheHitShare, words: shareText },
];

export function factRows(sessions: Pair<SessionDetail>): FactRow[] {
  return [
    ...MEASURES.map((measure) => measured(measure, sessions)),
    textRow('Models', sessions, ({ models }) => models.join(', ')),
    textRow('Branch', sessions, ({ branch }) => branch ?? ''),
  ].filter(({ values }) => values.some((value) => value !== ''));
}

function measured({ name, of, words, shown }: Measure, sessions: Pair<SessionDetail>): FactRow {
  const [a, b] = both(sessions, of);
  const told = (session: SessionDetail) => {
    const value = of(session);
    return shown?.(session) ?? (value === null ? '' : words(value));
  };
  const by = a === null || b === null ? 0 : b - a;
  return {
    name,
    values: both(sessions, told),
    difference: by === 0 ? '' : `${by > 0 ? '+' : '−'}${words(Math.abs(by))}`,
  };
}

const textRow = (name: string, sessions: Pair<SessionDetail>, of: (session: SessionDetail) => string): FactRow => ({
  name,
  values: both(sessions, of),
  difference: '',
});

export const both = <T, R>([a, b]: Pair<T>, of: (one: T) => R): Pair<R> => [of(a), of(b)];

/** What to call them: by their titles, unless these are the same, as for two runs of one task. */
export function namesOf(sessions: Pair<SessionDetail>): Pair<string> {
  const choices = [
    both(sessions, titleText),
    both(sessions, ({ agentLabel }) => agentLabel),
    both(sessions, ({ startedAt }) => (startedAt === null ? '' : fullTime(startedAt))),
  ];
  return choices.find(([a, b]) => a !== b) ?? ['First', 'Second'];
}

/** The nth prompt of each, beside one another. */
export function promptRows([a, b]: Pair<Outline>): Pair<Prompt | undefined>[] {
  const length = Math.max(a.prompts.length, b.prompts.length);
  return Array.from({ length }, (_, n) => [a.prompts[n], b.prompts[n]]);
}

export interface NamedRow {
  readonly name: string;
  /** Empty where a session has nothing of it. */
  readonly values: Pair<string>;
}

/** Every file that either changed; files of two checkouts of a project are the same by their paths within it. */
export function fileRows(changes: Pair<SessionChanges>, projects: Pair<string | null>): NamedRow[] {
  const [a, b] = [0, 1].map((n) => linesByFile(changes[n] as SessionChanges, projects[n] ?? null)) as [Counts, Counts];
  return rowsOf(a, b).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** How often each tool was called, the commonest first. */
export function toolRows(maps: Pair<SessionMap>): NamedRow[] {
  const [a, b] = both(maps, callsByTool);
  const all = (name: string) => (a.get(name) ?? 0) + (b.get(name) ?? 0);
  const words = (calls: ReadonlyMap<string, number>) => new Map([...calls].map(([name, n]) => [name, wholeNumber(n)]));
  return rowsOf(words(a), words(b)).sort((one, other) => all(other.name) - all(one.name));
}

type Counts = ReadonlyMap<string, string>;

const rowsOf = (a: Counts, b: Counts): NamedRow[] =>
  [...new Set([...a.keys(), ...b.keys()])].map((name) => ({ name, values: [a.get(name) ?? '', b.get(name) ?? ''] }));

const linesByFile = ({ files }: SessionChanges, project: string | null): Counts =>
  new Map(files.map(({ path, added, removed }) => [within(path, project), `+${added} −${removed}`]));

function within(path: string, project: string | null): string {
  const isInside = project !== null && path.startsWith(project) && /[\\/]/.test(path[project.length] ?? '');
  return isInside ? path.slice(project.length + 1) : path;
}

function callsByTool({ types, tools, columns }: SessionMap): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  columns.type.forEach((type, at) => {
    const name = types[type] === 'tool_call' ? tools[columns.tool[at] ?? 0] : undefined;
    if (name) calls.set(name, (calls.get(name) ?? 0) + 1);
  });
  return calls;
}
