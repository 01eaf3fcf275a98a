/** Commands that bring the archive up to date and bring originals back. */
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION } from './options.ts';

export const archiveCommands: readonly CommandSpec[] = [
  {
    name: 'sync',
    summary: 'Keep and index all sessions on this machine',
    description:
      'Copies what the agents have written into the archive, compressed and byte for byte, before they delete it, and ' +
      'makes it searchable. Only what is new since the last time is read. A file that an agent removes later stays in ' +
      'the archive, is listed by `sessions`, and can be shown, converted and restored. A file that is rewritten gets ' +
      'another version; the old one is kept. Of a database, the rows of each session are kept.',
    arguments: [],
    options: [
      { name: 'watch', short: 'w', description: 'Stay, and follow the sessions as they are written.' },
      { name: 'agent', value: 'ID', completes: 'agent', description: 'Only sessions of this agent.' },
      {
        name: 'threads',
        value: 'N',
        integer: true,
        description: 'Threads that read new files. Default: one for each core, at most 4.',
      },
      {
        name: 'trust-clock',
        description: 'With retention.days: trust the clock, although the archive was last used long ago.',
      },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Before an agent cleans up', line: 'hansard sync' },
      { does: 'Keep up with what is being written now', line: 'hansard sync --watch' },
    ],
    leaves: 'never',
    load: () => import('../sync.ts'),
  },
  {
    name: 'restore',
    summary: 'Write a session’s files back from the archive',
    description:
      'Writes the archived original of a session, and of its other files, back where the agent had them, byte for ' +
      'byte. A session that the agent keeps in a database is written as the document that the agent imports. What is ' +
      'there is never replaced unless --force is given.',
    arguments: [
      {
        name: 'SESSION',
        completes: 'file',
        description: 'the path of its file, its id or the beginning of it, or its number in the last list',
      },
    ],
    options: [
      {
        name: 'output',
        short: 'o',
        value: 'FILE',
        completes: 'file',
        description: 'Write that file alone, to this place instead.',
      },
      { name: 'original', value: 'N', integer: true, description: 'With -o: an earlier version, counted from 1.' },
      { name: 'force', short: 'f', description: 'Replace files that are there.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Bring a removed session back', line: 'hansard restore ~/.claude/projects/my-app/SESSION.jsonl' },
      {
        does: 'What was in a file before it was rewritten',
        line: 'hansard restore log.jsonl --original 1 -o old.jsonl',
      },
    ],
    leaves: 'never',
    load: () => import('../restore.ts'),
  },
  {
    name: 'query',
    summary: 'Ask the archive in SQL',
    description:
      'Runs one SELECT over the views sessions, events, tool_calls, usage, files_changed and errors, and prints a table. ' +
      'Nothing can be changed by it. --schema lists the views and their columns; --json prints one object per line.',
    arguments: [{ name: 'SQL', optional: true, description: 'one SELECT, quoted for your shell' }],
    options: [
      { name: 'schema', description: 'Show the views and their columns.' },
      { name: 'csv', description: 'Print CSV.' },
      { name: 'json', description: 'Print JSON Lines: one row per line.' },
    ],
    examples: [
      {
        does: 'Which tools fail most',
        line: 'hansard query "SELECT tool, count(*) AS n FROM errors GROUP BY tool ORDER BY n DESC"',
      },
      { does: 'What can be asked', line: 'hansard query --schema' },
    ],
    leaves: 'never',
    load: () => import('../query.ts'),
  },
];
