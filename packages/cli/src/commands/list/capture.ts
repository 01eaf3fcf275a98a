/** Commands that record the model calls of other programs. */
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION } from './options.ts';

const TITLE_OPTION = { name: 'title', value: 'TEXT', description: 'What the session is called in lists.' } as const;
const PRINT_OPTION = {
  name: 'print',
  short: 'p',
  description: 'Show the conversation as it happens, on standard error.',
} as const;

export const captureCommands: readonly CommandSpec[] = [
  {
    name: 'capture',
    summary: 'Run a program and record its model calls',
    description:
      'Runs a command with the base addresses of OpenAI, Anthropic, Gemini and LiteLLM led through a proxy on this machine. ' +
      'Calls go through unchanged; what the program asks a model and what it answers is kept as a session, which can be ' +
      'searched when the command ends. A base address that is set already is where calls are sent on to. Works for programs ' +
      'in any language whose SDK reads those variables. No keys are kept. Ends with the exit status of the command.',
    arguments: [{ name: 'COMMAND', repeats: true, description: 'the program and its arguments, after --' }],
    options: [PRINT_OPTION, TITLE_OPTION],
    examples: [
      { does: 'A script in Python', line: 'hansard capture -- python agent.py' },
      { does: 'And see what it says', line: 'hansard capture --print -- node agent.mjs "Fix the tests"' },
    ],
    leaves: 'never',
    load: () => import('../capture.ts'),
  },
  {
    name: 'proxy',
    summary: 'Record the model calls of services, until it is stopped',
    description:
      'Starts the recording proxy alone and prints the variables that lead a program to it. Each day is a session of its own. ' +
      'Only this machine can reach it, and only with the token in its address, which stays the same with --token-file.',
    arguments: [],
    options: [
      { name: 'port', value: 'PORT', description: 'Listen on this port; any that is free by default.' },
      {
        name: 'token-file',
        value: 'FILE',
        completes: 'file',
        description: 'Take the token from this file, or write a new one to it: the address stays the same.',
      },
      PRINT_OPTION,
      TITLE_OPTION,
      JSON_OPTION,
    ],
    examples: [
      { does: 'For a service', line: 'hansard proxy --port 7430 --token-file ~/.hansard-proxy-token' },
      { does: 'For this shell', line: 'hansard proxy --json > proxy.json &' },
    ],
    leaves: 'never',
    load: () => import('../proxy.ts'),
  },
];
