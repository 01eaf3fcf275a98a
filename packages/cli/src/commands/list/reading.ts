/** Commands that read sessions where the agents keep them. */
import type { CommandSpec } from '../../command.ts';
import { AGENT_OPTION, JSON_OPTION, SESSION_OPTION, TIMEZONE_OPTION, WITH_OPTION } from './options.ts';

export const readingCommands: readonly CommandSpec[] = [
  {
    name: 'sessions',
    aliases: ['ls', 'list'],
    summary: 'List the sessions, newest first',
    description:
      'Brings the archive up to date and lists its sessions, those with the latest activity first: agent, start, ' +
      'length, project folder and title, with an id and the agent’s own command that goes on with it. The numbers can ' +
      'be given to other commands. Without an archive (see `sync`) it looks where each agent keeps its sessions, and ' +
      'reads only the beginning and the end of the listed files.',
    arguments: [
      {
        name: 'QUERY',
        optional: true,
        repeats: true,
        minus: true,
        description: 'words and filters as `search` takes them, such as project:api is:error after:7d',
      },
    ],
    options: [
      { name: 'limit', short: 'n', value: 'N', integer: true, description: 'List at most N sessions.' },
      { name: 'all', short: 'a', description: 'List all sessions.' },
      { name: 'agent', value: 'ID', completes: 'agent', description: 'Only sessions of this agent.' },
      { name: 'project', value: 'TEXT', description: 'Only sessions whose project folder contains this text.' },
      TIMEZONE_OPTION,
      JSON_OPTION,
    ],
    examples: [
      { does: 'The last five sessions', line: 'hansard sessions -n 5' },
      { does: 'Where a file was changed this week', line: 'hansard sessions file:src/parser.ts after:7d' },
      { does: 'Everything done in one project, for a program', line: 'hansard sessions --all --project my-app --json' },
    ],
    leaves: 'never',
    load: () => import('../sessions.ts'),
  },
  {
    name: 'show',
    summary: 'Show a session as readable text',
    description:
      'Prints what the session is and what it cost, then the conversation: time, who speaks, tool names, and a prefix ' +
      'for subagents. In a terminal it opens a pager (setting `pager`). Notes that only the model saw and bookkeeping ' +
      'are left out unless --all is given. Control characters in the text are made visible.',
    arguments: [
      {
        name: 'SESSION',
        completes: 'file',
        description:
          'any file of the session, - for standard input, or a session of the archive: its id or the beginning of it, ' +
          'or its number in the last list; SESSION#EVENT shows an event with its neighbours',
      },
    ],
    options: [
      { name: 'context', value: 'N', integer: true, description: 'With an event: how many before and after it.' },
      { name: 'all', short: 'a', description: 'Show everything: bookkeeping and what only the model saw, too.' },
      { name: 'source', value: 'SOURCE', description: 'Only this agent: primary or subagent:ID.' },
      {
        name: 'role',
        value: 'ROLE',
        choices: ['user', 'assistant', 'tool', 'system'],
        description: 'Only entries of this role.',
      },
      { name: 'no-tools', description: 'Leave out tool calls and results.' },
      SESSION_OPTION,
      TIMEZONE_OPTION,
      AGENT_OPTION,
      { name: 'no-pager', description: 'Print everything at once, also in a terminal.' },
      { name: 'json', description: 'Print the entries as JSON Lines instead.' },
    ],
    examples: [
      { does: 'Read a session page by page', line: 'hansard show session.jsonl' },
      { does: 'What was asked for', line: 'hansard show session.jsonl --role user' },
      { does: 'The third session of the last list', line: 'hansard show 3' },
    ],
    leaves: 'never',
    load: () => import('../show.ts'),
  },
  {
    name: 'convert',
    summary: 'Turn native logs into Transcript JSON or another format',
    description:
      'Reads a native log, document or database of any supported agent, or a recorded live stream, recognised by its ' +
      'content, with the subagents that belong to it, and writes a Transcript, or another format with --to. A folder or ' +
      'a database with several sessions gives one document per line. Of several files, those that tell of one session ' +
      'become one document: the log counts, a recorded wire adds to it. Nothing is taken out unless --profile says so: ' +
      'what is written is meant to stay here. Problems in the input are summed up on standard error.',
    arguments: [
      {
        name: 'FILE|DIR|-',
        completes: 'file',
        repeats: true,
        description: 'a file, a folder of sessions, - for standard input, or the id of a session in the archive',
      },
    ],
    options: [
      {
        name: 'to',
        value: 'FORMAT',
        description:
          'Write this format instead: transcript-lines, universal, entries, trace-record, run, markdown, html, csv, ' +
          'parquet, openai-messages, anthropic-messages, atif, otlp, agent-trace or session-trace.',
      },
      {
        name: 'profile',
        value: 'PROFILE',
        description: 'Redact with this privacy profile; `hansard profiles` lists them.',
      },
      {
        name: 'output',
        short: 'o',
        value: 'FILE',
        completes: 'file',
        description: 'Write to FILE (readable by you only), or to a folder for formats that are one.',
      },
      { name: 'force', short: 'f', description: 'Replace the output file if it exists.' },
      { name: 'lines', description: 'JSON Lines: a header line for each session, then one line for each event.' },
      { name: 'pretty', description: 'Indent the JSON; a document then takes many lines. Not with --lines.' },
      WITH_OPTION,
      { name: 'no-cost', description: 'Do not estimate what the session cost.' },
      SESSION_OPTION,
      AGENT_OPTION,
    ],
    examples: [
      { does: 'One session to a file', line: 'hansard convert session.jsonl -o transcript.json' },
      { does: 'A log with the wire that was recorded of it', line: 'hansard convert session.jsonl wire.jsonl' },
      { does: 'Events of a live stream, one per line', line: 'cat stream.jsonl | hansard convert - --lines' },
      { does: 'Without secrets and names', line: 'hansard convert session.jsonl --profile research -o shared.json' },
      { does: 'All sessions of a folder, one per line', line: 'hansard convert ./logs > transcripts.ndjson' },
    ],
    leaves: 'never',
    load: () => import('../convert.ts'),
  },
];
