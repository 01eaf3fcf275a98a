/** The answers of the server as what the charts show, with the list of sessions behind each bar. */

import type { Activity, EditedFiles, NumbersAnswer, NumbersGroup, SessionSummary } from '@hansard/client';
import { usualKind } from '@hansard/core/events/usual-tools.ts';
import { filterText, joined } from '../query/pieces.ts';
import { sessionAddress } from '../route/pages.ts';
import { addressOf } from '../route/place.ts';
import { relativePath } from '../transcript/changes/file-tree.ts';
import { dollars } from '../words/money.ts';
import { shownName, titleText } from '../words/names.ts';
import { counted, shareText, shortNumber, wholeNumber } from '../words/numbers.ts';
import { folderName } from '../words/paths.ts';
import { durationText } from '../words/times.ts';
import { endOf, startOf, type TimeUnit, withoutGaps } from './range.ts';
import type { ChartRow, Column, Series } from './series.ts';

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const NO_PRICE = 'no price';
const NO_TOKENS = 'no tokens recorded';

const COST: Column = { key: 'costMicroUsd', name: 'Cost', text: dollars };
const TOKENS: Column = { key: 'tokens', name: 'Tokens', text: (value) => `${shortNumber(value)} tokens` };

/** Addresses of lists of sessions, within what the statistics are about. */
export interface SessionsOf {
  day(day: string, unit?: TimeUnit): string;
  filter(name: string, value: string): string;
}

export function sessionsWithin(query: string, from: string | undefined): SessionsOf {
  const list = (...parts: string[]) => addressOf('/', { q: joined(query, ...parts) });
  return {
    day: (day, unit = 'day') => list(`after:${day}`, `before:${endOf(day, unit)}`),
    filter: (name, value) => list(filterText(name, value), from ? `after:${from}` : ''),
  };
}

/** Null where nothing of it has a price, or nothing was counted: neither is free. */
function costOf({ costMicroUsd, unpricedTokens = 0, tokens }: NumbersGroup): number | null {
  const isUnknown = costMicroUsd === 0 && (unpricedTokens > 0 || tokens?.total === 0);
  return isUnknown ? null : (costMicroUsd ?? null);
}

const noteOf = (group: NumbersGroup): Pick<ChartRow, 'note'> =>
  costOf(group) !== null ? {} : { note: tokensOf(group) > 0 ? NO_PRICE : NO_TOKENS };

const tokensOf = ({ tokens }: NumbersGroup): number => tokens?.total ?? 0;

/** By day, week or month; times without anything are rows too. */
function timeRows(
  { groups }: NumbersAnswer,
  unit: TimeUnit,
  sessionsOf: SessionsOf,
  values: (group: NumbersGroup | undefined) => ChartRow['values'],
): ChartRow[] {
  const byTime = new Map(groups.flatMap((group) => (group[unit] ? [[startOf(group[unit]), group] as const] : [])));
  return withoutGaps([...byTime.keys()], unit).map((label) => {
    const group = byTime.get(label);
    return {
      label,
      href: sessionsOf.day(label, unit),
      values: values(group),
      ...(group && noteOf(group)),
    };
  });
}

export function costOverTime(numbers: NumbersAnswer, unit: TimeUnit, sessionsOf: SessionsOf): Series {
  return {
    id: 'cost',
    title: `Cost by ${unit}`,
    rowName: unit[0]?.toUpperCase() + unit.slice(1),
    columns: [COST],
    rows: timeRows(numbers, unit, sessionsOf, (group) => ({ costMicroUsd: group ? costOf(group) : 0 })),
  };
}

const KINDS = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cacheRead', 'Cache read'],
  ['cacheWrite', 'Cache written'],
  ['reasoning', 'Reasoning'],
] as const;

export function tokensOverTime(numbers: NumbersAnswer, unit: TimeUnit, sessionsOf: SessionsOf): Series {
  return {
    id: 'tokens',
    title: `Tokens by kind and ${unit}`,
    rowName: unit[0]?.toUpperCase() + unit.slice(1),
    columns: KINDS.map(([key, name]) => ({ key, name, text: shortNumber })),
    rows: timeRows(numbers, unit, sessionsOf, (group) => {
      const {
        input = 0,
        output = 0,
        cacheRead = 0,
        cacheWrite5m = 0,
        cacheWrite1h = 0,
        reasoning = 0,
      } = group?.tokens ?? {};
      return { input, output, cacheRead, cacheWrite: cacheWrite5m + cacheWrite1h, reasoning };
    }),
  };
}

type NameKey = 'model' | 'agent' | 'project';

interface Named {
  readonly id: string;
  readonly title: string;
  readonly key: NameKey;
  readonly labelOf?: (value: string) => string;
}

export function byName({ groups }: NumbersAnswer, { id, title, key, labelOf }: Named, sessionsOf: SessionsOf): Series {
  const rows = groups.map((group): ChartRow => {
    const value = group[key] ?? null;
    const label =
      value === null ? 'not named' : key === 'project' ? folderName(value) : shownName(labelOf?.(value) ?? value);
    return {
      label,
      title: shownName(value ?? label),
      ...(value !== null && { href: sessionsOf.filter(key, value) }),
      values: { costMicroUsd: costOf(group), tokens: tokensOf(group) || null },
      ...noteOf(group),
    };
  });
  return { id, title, rowName: key[0]?.toUpperCase() + key.slice(1), columns: [COST, TOKENS], rows };
}

export function toolFailures({ groups }: NumbersAnswer, sessionsOf: SessionsOf): Series {
  const rows = groups.flatMap(({ tool, tools }): ChartRow[] => {
    if (!tools || tools.calls === 0) return [];
    const label = shownName(tool ?? 'not named');
    const href = tool ? sessionsOf.filter('tool', tool) : undefined;
    return [
      { label, ...(href && { href }), values: { calls: tools.calls, failed: tools.failed, rate: tools.failureRate } },
    ];
  });
  return {
    id: 'tools',
    title: 'Tools and their failures',
    rowName: 'Tool',
    columns: [
      { key: 'calls', name: 'Calls', text: (value) => counted(value, 'call') },
      { key: 'failed', name: 'Failed', text: (value) => `${wholeNumber(value)} failed` },
      { key: 'rate', name: 'Rate', text: shareText },
    ],
    rows: rows.sort((a, b) => (b.values['calls'] ?? 0) - (a.values['calls'] ?? 0)),
  };
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  shell: 'Commands',
  read: 'Reading files',
  edit: 'Editing files',
  write: 'Writing files',
  search: 'Searching',
  web: 'The web',
  task: 'Subagents',
  todo: 'To-do lists',
  question: 'Questions',
  plan: 'Plans',
  mcp: 'MCP servers',
  other: 'Other tools',
};

/** Agents call the same tool by many names: here these are one. */
export function toolKinds({ groups }: NumbersAnswer): Series {
  const kinds = new Map<string, { names: string[]; calls: number; failed: number }>();
  for (const { tool, tools } of groups) {
    if (!tools || tools.calls === 0) continue;
    const kind = usualKind(tool ?? '');
    const sum = kinds.get(kind) ?? { names: [], calls: 0, failed: 0 };
    sum.names.push(shownName(tool ?? 'not named'));
    kinds.set(kind, { names: sum.names, calls: sum.calls + tools.calls, failed: sum.failed + tools.failed });
  }
  const rows = [...kinds].map(([kind, { names, calls, failed }]): ChartRow => {
    const title = `${KIND_NAMES[kind] ?? kind}: ${names.join(', ')}`;
    return { label: KIND_NAMES[kind] ?? kind, title, values: { calls, failed } };
  });
  return {
    id: 'tool-kinds',
    title: 'Tools by kind',
    rowName: 'Kind',
    columns: [
      { key: 'calls', name: 'Calls', text: (value) => counted(value, 'call') },
      { key: 'failed', name: 'Failed', text: (value) => `${wholeNumber(value)} failed` },
    ],
    rows: rows.sort((a, b) => (b.values['calls'] ?? 0) - (a.values['calls'] ?? 0)),
  };
}

const TIMES: readonly Column[] = [
  { key: 'medianMs', name: 'Median', text: (value) => `median ${durationText(value)}` },
  { key: 'p90Ms', name: '90% within', text: (value) => `90% within ${durationText(value)}` },
  { key: 'longestMs', name: 'Longest', text: (value) => `longest ${durationText(value)}` },
];

const slowestFirst = (a: ChartRow, b: ChartRow): number => (b.values['p90Ms'] ?? 0) - (a.values['p90Ms'] ?? 0);

export function toolTimes({ groups }: NumbersAnswer, sessionsOf: SessionsOf): Series {
  const rows = groups.flatMap(({ tool, tools }): ChartRow[] => {
    if (!tools || tools.timedCalls === 0) return [];
    const { medianMs, p90Ms, longestMs } = tools;
    const href = tool ? { href: sessionsOf.filter('tool', tool) } : {};
    return [{ label: shownName(tool ?? 'not named'), ...href, values: { medianMs, p90Ms, longestMs } }];
  });
  const title = 'How long tools take';
  return { id: 'tool-times', title, rowName: 'Tool', columns: TIMES, rows: rows.sort(slowestFirst) };
}

/** From a prompt until all was done. */
export function turnTimes(
  { groups }: NumbersAnswer,
  labelOf: (agent: string) => string,
  sessionsOf: SessionsOf,
): Series {
  const rows = groups.flatMap(({ agent, turns }): ChartRow[] => {
    if (!agent || !turns || turns.timed === 0) return [];
    const { medianMs, p90Ms, longestMs } = turns;
    return [
      {
        label: labelOf(agent),
        title: agent,
        href: sessionsOf.filter('agent', agent),
        values: { medianMs, p90Ms, longestMs },
      },
    ];
  });
  const title = 'How long turns take';
  return { id: 'turn-times', title, rowName: 'Agent', columns: TIMES, rows: rows.sort(slowestFirst) };
}

/** Each leads to the session itself. */
export function costliest(sessions: readonly SessionSummary[]): Series {
  const rows = sessions.flatMap((session): ChartRow[] =>
    session.costMicroUsd === null || session.costMicroUsd === 0
      ? []
      : [
          {
            label: titleText(session),
            title: `${titleText(session)} (${session.shortId})`,
            href: sessionAddress(session.id),
            values: { costMicroUsd: session.costMicroUsd, tokens: session.tokens },
          },
        ],
  );
  return { id: 'sessions', title: 'Costliest sessions', rowName: 'Session', columns: [COST, TOKENS], rows };
}

/** Projects have files of the same names. */
function fileLabel(path: string, project: string | null): string {
  const within = relativePath(path, project);
  return shownName(project === null || within === path ? path : `${folderName(project)}/${within}`);
}

/** Each leads to the sessions that touched it. */
export function mostEdited({ files }: EditedFiles, sessionsOf: SessionsOf): Series {
  return {
    id: 'files',
    title: 'Most edited files',
    rowName: 'File',
    columns: [
      { key: 'edits', name: 'Edits', text: (value) => counted(value, 'edit') },
      { key: 'sessions', name: 'Sessions', text: (value) => counted(value, 'session') },
    ],
    rows: files.map(({ path, project, edits, sessions }) => ({
      label: fileLabel(path, project),
      title: shownName(path),
      // Some agents name a file within the project, others by its whole path: this part is in both.
      href: sessionsOf.filter('file', relativePath(path, project)),
      values: { edits, sessions },
    })),
  };
}

export function seriesOfDays({ days }: Activity, sessionsOf: SessionsOf): Series {
  return {
    id: 'days',
    title: 'Days of the last year',
    rowName: 'Day',
    columns: [
      { key: 'sessions', name: 'Sessions', text: wholeNumber },
      { key: 'events', name: 'Events', text: wholeNumber },
      COST,
    ],
    rows: days.map(({ day, sessions, events, costMicroUsd }) => ({
      label: day,
      href: sessionsOf.day(day),
      values: { sessions, events, costMicroUsd },
    })),
  };
}

export function seriesOfHours({ hours }: Activity): Series {
  return {
    id: 'hours',
    title: 'Hours of the week',
    rowName: 'Hour',
    columns: [{ key: 'events', name: 'Events', text: wholeNumber }],
    rows: hours.flatMap((events, weekday) =>
      events.map((value, hour) => ({
        label: `${WEEKDAYS[weekday]} ${String(hour).padStart(2, '0')}:00`,
        values: { events: value },
      })),
    ),
  };
}
