/** What numbers can be grouped by, and the groups of a report. */
import type { Placed, UsageRow } from '../store/numbers.ts';
import type { SessionId } from '../store/sessions.ts';
import { Durations } from './durations.ts';
import { Spent, type Use } from './spent.ts';
import { ToolUse } from './tool-use.ts';
import { dayText, monthText, weekText } from './zone-days.ts';

export const GROUPINGS = ['day', 'week', 'month', 'model', 'agent', 'project', 'session', 'tool'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Group {
  /** In the order that was asked for; null where it is not known. */
  readonly key: readonly (string | null)[];
  /** What counts here, subagents included. */
  readonly own: Spent;
  readonly subagents: Spent;
  /** Taken over from other sessions, and counted there. */
  readonly inherited: Spent;
  /** What counts, by model. */
  readonly models: Map<string, Spent>;
  readonly sessions: Set<SessionId>;
  readonly tools: ToolUse;
  /** What people asked. */
  prompts: number;
  /** How long it took until all was done that they asked. */
  readonly turns: Durations;
}

export class Groups {
  readonly by: readonly Grouping[];
  readonly total: Group = newGroup([]);
  readonly #groups = new Map<string, Group>();

  constructor(by: readonly Grouping[]) {
    this.by = by;
  }

  /** The groups that something belongs to: its own, and the whole. */
  of(placed: Placed): readonly Group[] {
    const key = this.by.map((grouping) => partOf(placed, grouping));
    const name = JSON.stringify(key);
    let group = this.#groups.get(name);
    if (!group) {
      group = newGroup(key);
      this.#groups.set(name, group);
    }
    return [group, this.total];
  }

  all(): Group[] {
    return [...this.#groups.values()];
  }
}

/** Adds usage to the groups that it belongs to; what was inherited stands apart. */
export function addUse(groups: readonly Group[], use: Use, of: Pick<UsageRow, 'subagent' | 'inherited'>): void {
  for (const { own, subagents, inherited, models } of groups) {
    if (of.inherited) inherited.add(use);
    else {
      own.add(use);
      if (of.subagent) subagents.add(use);
      const model = models.get(use.model) ?? new Spent();
      models.set(use.model, model);
      model.add(use);
    }
  }
}

function newGroup(key: Group['key']): Group {
  return {
    key,
    own: new Spent(),
    subagents: new Spent(),
    inherited: new Spent(),
    models: new Map(),
    sessions: new Set(),
    tools: new ToolUse(),
    prompts: 0,
    turns: new Durations(),
  };
}

function partOf({ day, session, agent, project, model, tool }: Placed, grouping: Grouping): string | null {
  if (grouping === 'session') return session;
  if (grouping === 'agent') return agent;
  if (grouping === 'project') return project;
  if (grouping === 'model') return model || null;
  if (grouping === 'tool') return tool ?? null;
  if (day === null) return null;
  return { day: dayText, week: weekText, month: monthText }[grouping](day);
}
