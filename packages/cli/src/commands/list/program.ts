/** Commands about the program itself. */
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION } from './options.ts';

export const programCommands: readonly CommandSpec[] = [
  {
    name: 'agents',
    summary: 'List the supported agents and what they have on this machine',
    description:
      'For each agent: which versions were read, what it was made from (recorded from the real agent, found in the wild, the ' +
      'agent’s source, or other readers only), where it keeps its sessions, and what of it is on this machine.',
    arguments: [],
    options: [JSON_OPTION],
    examples: [{ does: 'The ids to use with --agent', line: 'hansard agents' }],
    leaves: 'never',
    load: () => import('../agents.ts'),
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
    leaves: 'never',
    load: () => import('../config.ts'),
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
    leaves: 'never',
    load: () => import('../completions.ts'),
  },
  {
    name: 'help',
    summary: 'Explain a command',
    description: 'Without a command, gives an overview of all.',
    arguments: [{ name: 'COMMAND', optional: true, completes: 'command', description: 'a command' }],
    options: [],
    examples: [{ does: 'What convert takes', line: 'hansard help convert' }],
    leaves: 'never',
    load: () => import('../help.ts'),
  },
];
