/** Commands that find things in the archive. */
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION, TIMEZONE_OPTION } from './options.ts';

export const searchCommands: readonly CommandSpec[] = [
  {
    name: 'search',
    summary: 'Find what was said and done, in all sessions',
    description:
      'Looks through the text, tool input and output, file paths and reasoning of every session in the archive. ' +
      'Words must all be in one event; "phrases in quotes", begin*, this OR that, and -word or -"phrase" to leave ' +
      'out. Code is found whole and by its parts: parseHTTPRequest, snake_case, src/file.ts. Filters: agent: tool: ' +
      'is: model: project: after: before: file: session: tag: machine: origin: branch: commit: title: ' +
      'run: flow: step: engine:, also with a minus, several values with commas. is: takes error, subagent, user, assistant, tool, reasoning, edit, unparsed, system, ' +
      'bookkeeping, any, starred, missing, stub; times are 2026-08-01, 7d, today and the like. /regular expressions/i are ' +
      'tried on the events of the sessions that the rest has chosen. System prompts, reminders and bookkeeping are ' +
      'left out unless is:system, is:bookkeeping or is:any asks for them. The best hits come first, recent ones ' +
      'before equally good old ones.',
    arguments: [
      {
        name: 'QUERY',
        repeats: true,
        minus: true,
        description: 'what to look for; quote it for the shell where it has quotes or slashes',
      },
    ],
    options: [
      { name: 'newest', description: 'Show the latest sessions first, instead of the best hits.' },
      { name: 'ranked', short: 'r', description: 'Show the best hits first, which is the default.' },
      { name: 'limit', short: 'n', value: 'N', integer: true, description: 'Show at most N sessions (20).' },
      { name: 'hits', value: 'N', integer: true, description: 'Show at most N hits of each session (3).' },
      { name: 'context', value: 'N', integer: true, description: 'Show about N characters around a hit (160).' },
      { name: 'deep', description: 'Let regular expressions read every event, even if it takes long.' },
      TIMEZONE_OPTION,
      JSON_OPTION,
    ],
    examples: [
      { does: 'Where a bug was talked about', line: 'hansard search race condition queue' },
      { does: 'Commands that failed this week', line: 'hansard search tool:Bash is:error after:7d' },
      { does: 'A phrase, but not in one project', line: `hansard search '"out of memory"' -project:playground` },
      { does: 'By pattern, in sessions about timeouts', line: "hansard search timeout '/after \\d+ ?ms/'" },
    ],
    leaves: 'never',
    load: () => import('../search.ts'),
  },
];
