/** Every setting, one entry each: `hansard config`, completions and docs/settings.md come from this list. */
import type { ColorSetting } from './terminal/colors.ts';

export interface SettingValues {
  color: ColorSetting;
  timezone: string;
  prices: string;
  'exclude.agents': readonly string[];
  'exclude.projects': readonly string[];
  'push.projects': readonly string[];
  runs: readonly string[];
  'sync.folders': readonly string[];
  captures: readonly string[];
  'sessions.limit': number;
  pager: string;
  'budget.day': string;
  'budget.week': string;
  'budget.month': string;
  'retention.days': number;
  'retention.size': string;
  profile: string;
  'privacy.file': string;
  'live.directories': readonly string[];
  'live.agents': readonly string[];
  'live.environment': readonly string[];
  'live.bypass': string;
  'live.policy': string;
  'live.mcp': string;
}

export type SettingKey = keyof SettingValues;

export interface SettingSpec {
  readonly key: SettingKey;
  readonly type: 'text' | 'integer' | 'list';
  readonly choices?: readonly string[];
  readonly default: string | number | readonly string[];
  readonly env: string;
  /** The least that an integer may be; 1 by default. */
  readonly least?: number;
  /** Option that sets it for one run, where there is one. */
  readonly flag?: string;
  readonly description: string;
  /** What is wrong with a value of the right type. */
  check?(value: string): string | undefined;
}

export const settings: readonly SettingSpec[] = [
  {
    key: 'color',
    type: 'text',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    env: 'HANSARD_COLOR',
    flag: 'color',
    description: 'Whether to use colours; `auto` does so in a terminal unless `NO_COLOR` is set.',
  },
  {
    key: 'timezone',
    type: 'text',
    default: 'local',
    env: 'HANSARD_TIMEZONE',
    flag: 'timezone',
    description: 'Time zone of the times shown, such as `Europe/Vienna` or `UTC`; `local` is the machine’s.',
    check: (value) => (isTimezone(value) ? undefined : 'not a time zone; use a name such as Europe/Vienna, or local'),
  },
  {
    key: 'prices',
    type: 'text',
    default: '',
    env: 'HANSARD_PRICES',
    description: 'File with your own model prices, which go before the built-in ones.',
  },
  {
    key: 'exclude.agents',
    type: 'list',
    default: [],
    env: 'HANSARD_EXCLUDE_AGENTS',
    description: 'Ids of agents whose sessions are left alone when looking for sessions on this machine.',
  },
  {
    key: 'exclude.projects',
    type: 'list',
    default: [],
    env: 'HANSARD_EXCLUDE_PROJECTS',
    description:
      'Project folders whose sessions `hansard sync` does not keep: paths, names, or patterns with `*` and `**`. A ' +
      '`.hansardignore` in a project does the same.',
  },
  {
    key: 'push.projects',
    type: 'list',
    default: [],
    env: 'HANSARD_PUSH_PROJECTS',
    description:
      'Project folders whose sessions `hansard push --automatic` sends to your hub: paths, names, or patterns with `*` and ' +
      '`**`. Nothing is sent by itself without it.',
  },
  {
    key: 'runs',
    type: 'list',
    default: [],
    env: 'HANSARD_RUNS',
    description:
      'Folders in which a pipeline leaves its runs (`RUN_BASE`): `hansard sync` keeps the transcripts and receipts of ' +
      'their steps as sessions.',
  },
  {
    key: 'sync.folders',
    type: 'list',
    default: [],
    env: 'HANSARD_SYNC_FOLDERS',
    description:
      'Further folders that `hansard sync` looks into: homes of containers, of WSL, on another disk, or any folder with ' +
      'files of agents. `NAME=FOLDER` says how the folder is called in `origin:`; without a name it is called by its path.',
  },
  {
    key: 'captures',
    type: 'list',
    default: [],
    env: 'HANSARD_CAPTURES',
    description:
      'Folders in which programs leave what they capture with `@hansard/capture`: `hansard sync` keeps it as sessions. ' +
      'What `hansard capture` records is found without it.',
  },
  {
    key: 'sessions.limit',
    type: 'integer',
    default: 30,
    env: 'HANSARD_SESSIONS_LIMIT',
    flag: 'limit',
    description: 'How many sessions `hansard sessions` lists.',
  },
  {
    key: 'pager',
    type: 'text',
    default: 'auto',
    env: 'HANSARD_PAGER',
    description:
      'Program that `hansard show` opens in a terminal; `auto` is `$PAGER`, or else `less`, and `never` prints the text.',
  },
  {
    key: 'profile',
    type: 'text',
    default: 'strict',
    env: 'HANSARD_PROFILE',
    flag: 'profile',
    description:
      'Privacy profile of what leaves, such as `strict`, `research` or `team`; `hansard profiles` lists them.',
  },
  {
    key: 'privacy.file',
    type: 'text',
    default: '',
    env: 'HANSARD_PRIVACY_FILE',
    description: 'File with your own privacy profiles, redaction rules and exceptions.',
  },
  {
    key: 'live.directories',
    type: 'list',
    default: [],
    env: 'HANSARD_LIVE_DIRECTORIES',
    description: 'Folders in which agents may be run, beside the one that the server was started in.',
  },
  {
    key: 'live.agents',
    type: 'list',
    default: [],
    env: 'HANSARD_LIVE_AGENTS',
    description:
      'Programs of agents, each as `agent=/path/to/program` with arguments behind it; without a program, `agent=--argument` ' +
      'adds arguments. Others are found on the path.',
  },
  {
    key: 'live.environment',
    type: 'list',
    default: [],
    env: 'HANSARD_LIVE_ENVIRONMENT',
    description: 'Names of further environment variables that agents get; a name may end with `*`.',
  },
  {
    key: 'live.bypass',
    type: 'text',
    choices: ['never', 'allow'],
    default: 'never',
    env: 'HANSARD_LIVE_BYPASS',
    description: 'Whether agents may be started so that they never ask.',
  },
  {
    key: 'live.policy',
    type: 'text',
    default: '',
    env: 'HANSARD_LIVE_POLICY',
    description:
      'File with rules of what agents may never do, what is always asked, and what they may do without asking.',
  },
  {
    key: 'live.mcp',
    type: 'text',
    default: '',
    env: 'HANSARD_LIVE_MCP',
    description:
      'File with servers of tools that sessions may ask for by name: `{"name": {"command", "args", "env"}}`.',
  },
  budget('day'),
  budget('week'),
  budget('month'),
  {
    key: 'retention.days',
    type: 'integer',
    least: 0,
    default: 0,
    env: 'HANSARD_RETENTION_DAYS',
    description:
      'Days after which `hansard sync` removes sessions in which nothing has happened since, unless they are starred, ' +
      'tagged or have a note; 0 keeps them for good.',
  },
  {
    key: 'retention.size',
    type: 'text',
    default: '',
    env: 'HANSARD_RETENTION_SIZE',
    description:
      'Size, such as `20 GB`, that `hansard sync` keeps the archive below by removing the oldest sessions that are not ' +
      'starred or tagged and have no note; without one it grows.',
    check: (value) =>
      value === '' || bytesOf(value) !== undefined ? undefined : 'not a size; write it as 500 MB or 20 GB',
  },
];

function budget(period: 'day' | 'week' | 'month'): SettingSpec {
  return {
    key: `budget.${period}`,
    type: 'text',
    default: '',
    env: `HANSARD_BUDGET_${period.toUpperCase()}`,
    description: `US dollars a ${period} from which on \`cost\`, \`blocks\` and \`statusline\` warn, such as \`20\`.`,
    check: (value) =>
      value === '' || /^\$?\d{1,9}(\.\d{1,2})?$/.test(value) ? undefined : 'not an amount; write it as 20 or 20.50',
  };
}

export function settingOf(key: string): SettingSpec | undefined {
  return settings.find((setting) => setting.key === key);
}

export type SettingRead = { value: SettingValues[SettingKey] } | { error: string };

/** Checks a value as it stands in the file. */
export function readSetting(spec: SettingSpec, value: unknown): SettingRead {
  const expected = expectedOf(spec);
  const fits =
    spec.type === 'integer'
      ? typeof value === 'number' && Number.isInteger(value) && value >= (spec.least ?? 1)
      : spec.type === 'list'
        ? Array.isArray(value) && value.every((item) => typeof item === 'string')
        : typeof value === 'string' && (!spec.choices || spec.choices.includes(value));
  if (!fits) return { error: `expected ${expected}` };
  const error = typeof value === 'string' ? spec.check?.(value) : undefined;
  return error ? { error } : { value: value as SettingValues[SettingKey] };
}

/** Reads a value typed by the user or set in the environment. */
export function parseSetting(spec: SettingSpec, text: string): SettingRead {
  if (spec.type === 'integer') return readSetting(spec, /^\d+$/.test(text.trim()) ? Number(text) : text);
  if (spec.type === 'text') return readSetting(spec, text);
  const items = text.split(',').map((item) => item.trim());
  return readSetting(spec, items.filter(Boolean));
}

function expectedOf({ type, choices, least = 1 }: SettingSpec): string {
  if (choices) return `one of ${choices.join(', ')}`;
  return { text: 'text', integer: `a whole number from ${least}`, list: 'a list of texts' }[type];
}

/** `local` stands for the machine's own zone. */
export function isTimezone(name: string): boolean {
  if (name === 'local') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name !== '';
  } catch {
    return false;
  }
}

const UNITS = ['b', 'kb', 'mb', 'gb', 'tb'];

/** Bytes of a size such as `20 GB`, by the thousand as they are shown. */
export function bytesOf(size: string): number | undefined {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,6})?)\s*([kmgt]?b)$/i.exec(size.trim()) ?? [];
  return number && unit ? Math.round(Number(number) * 1000 ** UNITS.indexOf(unit.toLowerCase())) : undefined;
}
