/**
 * How much is shown. Every type of event belongs to one group; a level shows some groups, each in a certain detail, and
 * single groups can be switched on and off beside it. All of it is in the address.
 */
export const GROUPS = ['prompts', 'answers', 'thinking', 'tools', 'asks', 'errors', 'system', 'other'] as const;
export type Group = (typeof GROUPS)[number];

export const GROUP_LABELS: Readonly<Record<Group, string>> = {
  prompts: 'Prompts',
  answers: 'Answers',
  thinking: 'Thinking',
  tools: 'Tools',
  asks: 'Permissions and questions',
  errors: 'Errors',
  system: 'System',
  other: 'Bookkeeping',
};

export const LEVELS = ['full', 'compact', 'skim', 'conversation'] as const;
export type Level = (typeof LEVELS)[number];

export const LEVEL_LABELS: Readonly<Record<Level, string>> = {
  full: 'Full',
  compact: 'Compact',
  skim: 'Skim',
  conversation: 'Conversation',
};

const SHOWN: Readonly<Record<Level, readonly Group[]>> = {
  full: GROUPS,
  compact: ['prompts', 'answers', 'thinking', 'tools', 'asks', 'errors'],
  skim: ['prompts', 'answers', 'tools', 'asks', 'errors'],
  conversation: ['prompts', 'answers', 'asks', 'errors'],
};

const TYPE_GROUPS: Readonly<Record<string, Group>> = {
  user_message: 'prompts',
  assistant_message: 'answers',
  reasoning: 'thinking',
  tool_call: 'tools',
  tool_result: 'tools',
  permission: 'asks',
  question: 'asks',
  error: 'errors',
  system: 'system',
};

export function groupOf(type: string): Group {
  return Object.hasOwn(TYPE_GROUPS, type) ? (TYPE_GROUPS[type] as Group) : 'other';
}

/** What the address says of the view. */
export interface View {
  readonly level: Level;
  readonly groups: ReadonlySet<Group>;
  /** Only this agent of the tree; null for all, subagents where they were called. */
  readonly source: string | null;
}

export function viewOf(query: URLSearchParams): View {
  const level = LEVELS.find((name) => name === query.get('level')) ?? 'compact';
  const groups = new Set(SHOWN[level]);
  for (const group of namesIn(query.get('show'))) groups.add(group);
  for (const group of namesIn(query.get('hide'))) groups.delete(group);
  return { level, groups, source: query.get('source') };
}

function namesIn(list: string | null): Group[] {
  const names = new Set((list ?? '').split(','));
  return GROUPS.filter((group) => names.has(group));
}

/** The query values of a view with one group switched over. */
export function toggled({ level, groups }: View, group: Group): { show: string | null; hide: string | null } {
  const wanted = new Set(groups);
  if (!wanted.delete(group)) wanted.add(group);
  const usual: readonly Group[] = SHOWN[level];
  const show = GROUPS.filter((name) => wanted.has(name) && !usual.includes(name));
  const hide = GROUPS.filter((name) => !wanted.has(name) && usual.includes(name));
  return { show: show.join(',') || null, hide: hide.join(',') || null };
}
