/** Commands that add up: tokens, money, tools. */
import type { CommandSpec } from '../../command.ts';
import type { ArgumentSpec, OptionSpec } from '../../command-shape.ts';
import { JSON_OPTION, TIMEZONE_OPTION } from './options.ts';

const QUERY: ArgumentSpec = {
  name: 'QUERY',
  optional: true,
  repeats: true,
  description: 'filters as `search` takes them, such as project:api model:opus after:2026-08-01 is:subagent',
};

const OPTIONS: readonly OptionSpec[] = [
  {
    name: 'by',
    value: 'WHAT',
    description: 'Group by day, week, month, model, agent, project, session or tool; several with commas: day,model.',
  },
  { name: 'since', value: 'DATE', description: 'From then on: 2026-08-01, 2026-08, 7d, 12h, yesterday.' },
  { name: 'until', value: 'DATE', description: 'Until then; a day, month or year is included in full.' },
  { name: 'agent', value: 'ID', completes: 'agent', description: 'Only sessions of this agent.' },
  { name: 'project', value: 'TEXT', description: 'Only sessions whose project folder contains this text.' },
  { name: 'model', value: 'TEXT', description: 'Only models whose name contains this text.' },
  { name: 'inherited', description: 'Also show what forks and resumed sessions inherited; it is in no total.' },
  {
    name: 'limit',
    short: 'n',
    value: 'N',
    integer: true,
    description: 'Show only N groups, the latest or the largest; the total is of all.',
  },
  { name: 'sync', description: 'Bring the archive up to date first.' },
  { name: 'watch', short: 'w', description: 'Show it again whenever an agent writes, until Ctrl-C.' },
  TIMEZONE_OPTION,
  JSON_OPTION,
  { name: 'csv', description: 'Print one row of comma-separated values per group.' },
];

const BLOCK_OPTIONS: ReadonlySet<string> = new Set([
  'since',
  'until',
  'agent',
  'project',
  'model',
  'limit',
  'sync',
  'timezone',
  'json',
]);

export const numbersCommands: readonly CommandSpec[] = [
  {
    name: 'cost',
    summary: 'Show costs by day, model, project and more',
    description:
      'Adds up the tokens of all sessions in the archive and what they cost, by a dated list of prices or by your own ' +
      '(setting `prices`). Each response counts once, in the session that held it first, however many forks and ' +
      'resumed sessions hold a copy. Sums are exact and rounded when they are shown; estimates are marked, and models ' +
      'without a price are named. What subagents used is in the sums and shown apart.',
    arguments: [QUERY],
    options: OPTIONS,
    examples: [
      { does: 'By day', line: 'hansard cost' },
      { does: 'The last four weeks, by week and model', line: 'hansard cost --by week,model --since 4w' },
      { does: 'The most expensive sessions of a project', line: 'hansard cost --by session --project my-app -n 10' },
      { does: 'For a spreadsheet', line: 'hansard cost --by month,project --csv > cost.csv' },
    ],
    leaves: 'never',
    load: () => import('../cost.ts'),
  },
  {
    name: 'stats',
    summary: 'Show what sessions did: responses, tools, cache, context',
    description:
      'Counts sessions, prompts, responses and calls of tools, with the share of calls that failed, the share of input ' +
      'that came from the cache, and the fullest context. By tool it shows how often each was called, how often it ' +
      'failed or was denied, and how long it took. By author-kind, with a range of commits instead of a query, it shows ' +
      'how many lines agents and people wrote in it, and how many of these survived to its end.',
    arguments: [QUERY],
    options: OPTIONS,
    examples: [
      { does: 'By agent and model', line: 'hansard stats' },
      { does: 'Which tools fail', line: 'hansard stats --by tool' },
      { does: 'This month, by day', line: 'hansard stats --by day --since 1mo' },
      { does: 'Whose lines a branch has', line: 'hansard stats --by author-kind main..HEAD' },
    ],
    leaves: 'never',
    load: () => import('../stats.ts'),
  },
  {
    name: 'blocks',
    summary: 'Show use in windows of five hours, with burn rate',
    description:
      'Groups everything that was used into windows of five hours, as subscriptions count them: a window opens at the ' +
      'full hour of the first response, and the next one with the first response after it. For the window that is open ' +
      'now it shows the burn rate and what that leads to by its end. Budgets (settings `budget.day`, `budget.week`, ' +
      '`budget.month`) that are used up, or nearly, are named.',
    arguments: [QUERY],
    options: [
      { name: 'active', description: 'Show only the window that is open now.' },
      ...OPTIONS.filter(({ name }) => BLOCK_OPTIONS.has(name)),
    ],
    examples: [
      { does: 'The last windows', line: 'hansard blocks' },
      { does: 'What is left of this one, for a program', line: 'hansard blocks --active --json' },
    ],
    leaves: 'never',
    load: () => import('../blocks.ts'),
  },
  {
    name: 'statusline',
    summary: 'Print one line for an agent’s status line',
    description:
      'Reads what the agent says about its session from standard input (JSON) and prints model, cost of the session, of ' +
      'today and of the window of five hours, and how full the context is. It never waits: the numbers of the archive ' +
      'are brought up to date behind it. In Claude Code: "statusLine": {"type": "command", "command": "hansard statusline"}.',
    arguments: [],
    options: [{ name: 'refresh', description: 'Bring the numbers up to date and print nothing.' }],
    examples: [{ does: 'As an agent calls it', line: 'hansard statusline < session.json' }],
    leaves: 'never',
    load: () => import('../statusline.ts'),
  },
];
