/** What stands in front of a group's numbers: its day, model, project, session. */

import { neutraliseLine } from '@hansard/core';
import type { Group, Grouping } from '@hansard/core/numbers/groups.ts';
import type { Numbers } from '@hansard/core/numbers/report.ts';
import { fit, fitEnd } from '../terminal/table.ts';
import { tilde } from '../terminal/words.ts';

const HEADINGS: Record<Grouping, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  model: 'Model',
  agent: 'Agent',
  project: 'Project',
  session: 'Session',
  tool: 'Tool',
};

/** What stands for a group that the logs do not name. */
const UNKNOWN: Record<Grouping, string> = {
  day: '(no time)',
  week: '(no time)',
  month: '(no time)',
  model: '(unnamed)',
  agent: '(unknown)',
  project: '(none)',
  session: '(unknown)',
  tool: '(no tool)',
};

export const keyHeadings = ({ by }: Numbers): string[] => by.map((grouping) => HEADINGS[grouping]);

export interface KeyOptions {
  readonly home: string;
  /** Columns of the terminal that a name may take. */
  readonly keyWidth: number;
  /** The name of an agent. */
  agentLabel(id: string): string;
}

export function keyCells(
  { key }: Group,
  { by, sessions }: Numbers,
  { home, agentLabel, keyWidth }: KeyOptions,
): string[] {
  return by.map((grouping, n) => {
    const value = key[n] ?? null;
    if (value === null) return UNKNOWN[grouping];
    if (grouping === 'agent') return neutraliseLine(agentLabel(String(value)));
    if (grouping === 'project') return fitEnd(neutraliseLine(tilde(String(value), home)), keyWidth);
    if (grouping !== 'session') return fit(neutraliseLine(String(value)), keyWidth);
    const session = sessions.get(value);
    return fit(neutraliseLine(`${value.slice(0, 8)}  ${session?.title ?? '(no title)'}`), keyWidth);
  });
}
