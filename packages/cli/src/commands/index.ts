/** Every command, one entry each: help, completions and docs/commands.md come from this list. */
import type { CommandSpec } from '../command.ts';
import type { OptionSpec } from '../command-shape.ts';

const JSON_OPTION: OptionSpec = { name: 'json', description: 'Print data as JSON instead of text for people.' };
const AGENT_OPTION: OptionSpec = {
  name: 'agent',
  value: 'ID',
  completes: 'agent',
  description: 'Read it as this agent’s, whatever it looks like; ID/DIALECT picks one of its formats.',
};
const SESSION_OPTION: OptionSpec = {
  name: 'session',
  value: 'ID',
  description: 'Only the session of this id, when the input holds several.',
};
const TIMEZONE_OPTION: OptionSpec = {
  name: 'timezone',
  value: 'ZONE',
  description: 'Time zone of the clock times, such as Europe/Vienna or UTC; default: this machine’s.',
};

export const commands: readonly CommandSpec[] = [
  {
    name: 'sessions',
    summary: 'List the sessions on this machine, newest first',
    description:
      'Looks where each agent keeps its sessions and lists those that were active last, in the order in which they ' +
      'began, with agent, start, size, project folder and title. ' +
      'Only the beginning and the end of the listed files are read, so it is quick however much there is.',
    arguments: [],
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
      { does: 'Everything done in one project, for a program', line: 'hansard sessions --all --project my-app --json' },
    ],
    load: () => import('./sessions.ts'),
  },
  {
    name: 'show',
    summary: 'Show a session as readable text',
    description:
      'Prints the conversation: time, who speaks, tool names, and a prefix for subagents. Notes that only the model ' +
      'saw and bookkeeping are left out unless --all is given. Control characters in the text are made visible.',
    arguments: [{ name: 'FILE', completes: 'file', description: 'any file of the session, or - for standard input' }],
    options: [
      { name: 'all', short: 'a', description: 'Show everything: bookkeeping and what only the model saw, too.' },
      { name: 'source', value: 'SOURCE', description: 'Only this agent of the tree: primary or subagent:ID.' },
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
      { name: 'json', description: 'Print the entries as JSON Lines instead.' },
    ],
    examples: [
      { does: 'Read a session page by page', line: 'hansard show session.jsonl | less' },
      { does: 'What was asked for', line: 'hansard show session.jsonl --role user' },
    ],
    load: () => import('./show.ts'),
  },
  {
    name: 'convert',
    summary: 'Turn native logs into Transcript JSON',
    description:
      'Reads a native log, document or database of any supported agent, or a recorded live stream, recognised by its ' +
      'content, with the subagents that belong to it, and writes a Transcript. A folder or a database with several ' +
      'sessions gives one document a line. Problems in the input are summed up on standard error.',
    arguments: [
      { name: 'FILE|DIR|-', completes: 'file', description: 'a file, a folder of sessions, or - for standard input' },
    ],
    options: [
      {
        name: 'output',
        short: 'o',
        value: 'FILE',
        completes: 'file',
        description: 'Write to FILE (readable by you only).',
      },
      { name: 'force', short: 'f', description: 'Replace the output file if it exists.' },
      { name: 'lines', description: 'JSON Lines: a header line for each session, then one line for each event.' },
      { name: 'pretty', description: 'Indent the JSON; a document then takes many lines. Not with --lines.' },
      { name: 'no-cost', description: 'Do not estimate what the session cost.' },
      SESSION_OPTION,
      AGENT_OPTION,
    ],
    examples: [
      { does: 'One session to a file', line: 'hansard convert session.jsonl -o transcript.json' },
      { does: 'Events of a live stream, one a line', line: 'cat stream.jsonl | hansard convert - --lines' },
      { does: 'All sessions of a folder, one a line', line: 'hansard convert ./logs > transcripts.ndjson' },
    ],
    load: () => import('./convert.ts'),
  },
  {
    name: 'sync',
    summary: 'Keep the originals of all sessions on this machine',
    description:
      'Copies what the agents have written into the archive, compressed and byte for byte, before they delete it. ' +
      'Only what is new since the last time is read. A file that an agent removes later stays in the archive, is ' +
      'listed by `sessions`, and can be shown, converted and restored. A file that is rewritten gets another version; ' +
      'the old one is kept. Sessions that an agent keeps in a database are not archived yet.',
    arguments: [],
    options: [
      { name: 'agent', value: 'ID', completes: 'agent', description: 'Only sessions of this agent.' },
      JSON_OPTION,
    ],
    examples: [{ does: 'Before an agent cleans up', line: 'hansard sync' }],
    load: () => import('./sync.ts'),
  },
  {
    name: 'restore',
    summary: 'Write a session’s files back from the archive',
    description:
      'Writes the archived original of FILE, and of the other files of its session, back where the agent had them. ' +
      'What is there is never replaced unless --force is given.',
    arguments: [{ name: 'FILE', completes: 'file', description: 'the file, by the path that `sessions` shows' }],
    options: [
      {
        name: 'output',
        short: 'o',
        value: 'FILE',
        completes: 'file',
        description: 'Write FILE alone, to this place instead.',
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
    load: () => import('./restore.ts'),
  },
  {
    name: 'agents',
    summary: 'List the supported agents and what they have on this machine',
    description:
      'For each agent: which versions were read, how good the evidence is (recorded from the real agent, found in the ' +
      'wild, or fixtures only), where it keeps its sessions, and what of it is on this machine.',
    arguments: [],
    options: [JSON_OPTION],
    examples: [{ does: 'The ids to use with --agent', line: 'hansard agents' }],
    load: () => import('./agents.ts'),
  },
  {
    name: 'config',
    summary: 'Show and change settings',
    description:
      'Settings come from flags, then the environment, then the configuration file, then defaults. The file is JSON ' +
      'and may hold comments, which `set` and `unset` keep. Without an action, lists all settings.',
    arguments: [
      {
        name: 'ACTION',
        optional: true,
        choices: ['list', 'get', 'set', 'unset', 'path'],
        description: 'list, get KEY, set KEY VALUE, unset KEY or path',
      },
      { name: 'KEY', optional: true, completes: 'setting', description: 'a setting, such as sessions.limit' },
      { name: 'VALUE', optional: true, description: 'its value; lists are separated by commas' },
    ],
    options: [JSON_OPTION],
    examples: [
      { does: 'What holds, and where it comes from', line: 'hansard config list' },
      { does: 'List ten sessions from now on', line: 'hansard config set sessions.limit 10' },
    ],
    load: () => import('./config.ts'),
  },
  {
    name: 'completions',
    summary: 'Print a completion script for a shell',
    description:
      'Prints a script that completes commands, options and their values. Load it in your shell’s start file.',
    arguments: [
      { name: 'SHELL', choices: ['bash', 'zsh', 'fish', 'powershell'], description: 'bash, zsh, fish or powershell' },
    ],
    options: [],
    examples: [
      { does: 'In ~/.bashrc', line: 'eval "$(hansard completions bash)"' },
      { does: 'For fish', line: 'hansard completions fish > ~/.config/fish/completions/hansard.fish' },
    ],
    load: () => import('./completions.ts'),
  },
  {
    name: 'help',
    summary: 'Explain a command',
    description: 'Without a command, gives an overview of all.',
    arguments: [{ name: 'COMMAND', optional: true, completes: 'command', description: 'a command' }],
    options: [],
    examples: [{ does: 'What convert takes', line: 'hansard help convert' }],
    load: () => import('./help.ts'),
  },
];
