/** The commands that run agents. */
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION } from './options.ts';

const SESSION = { name: 'SESSION', description: 'id of the session' } as const;

export const liveCommands: readonly CommandSpec[] = [
  {
    name: 'run',
    summary: 'Run an agent in the terminal, and keep everything it says',
    description:
      'Starts an agent in this folder, shows what it does, and asks here what it asks. With a PROMPT it is one turn; without ' +
      'one, lines are taken until Ctrl-D. Ctrl-C interrupts the agent, twice ends it. Where nobody can be asked, requests are ' +
      'refused. A server that runs already is used; else this command is one as long as it runs. docs/live.md tells more.',
    arguments: [
      { name: 'AGENT', completes: 'agent', description: 'id of the agent; the mock agent, mock, is always there' },
      { name: 'PROMPT', optional: true, repeats: true, description: 'what to say to it' },
    ],
    options: [
      { name: 'model', value: 'MODEL', description: 'The model to use.' },
      { name: 'effort', value: 'LEVEL', description: 'How much the model thinks.' },
      { name: 'mode', value: 'MODE', description: 'Mode of the agent.' },
      {
        name: 'permission-mode',
        value: 'MODE',
        choices: ['default', 'plan', 'acceptEdits', 'bypass'],
        description: 'What it may do without asking; default: nothing that changes something.',
      },
      { name: 'session', value: 'ID', description: 'Id of the session; one is made unless given.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Without any agent installed', line: 'hansard run mock demo' },
      { does: 'A conversation', line: 'hansard run mock' },
    ],
    leaves: 'never',
    load: () => import('../run.ts'),
  },
  {
    name: 'send',
    summary: 'Send a message to a session that is run',
    description: 'During a turn the message waits for the end of it.',
    arguments: [SESSION, { name: 'MESSAGE', repeats: true, description: 'what to say' }],
    options: [
      {
        name: 'attach',
        value: 'FILE',
        repeats: true,
        completes: 'file',
        description: 'A file inside the session’s folder.',
      },
      JSON_OPTION,
    ],
    examples: [{ does: 'Say something', line: 'hansard send my-session Go on with the tests' }],
    leaves: 'never',
    load: () => import('../send.ts'),
  },
  {
    name: 'reply',
    summary: 'Answer what an agent asks',
    description:
      'Answers a request that `hansard pending` lists. A permission is answered with once, always or reject; a question with an ' +
      'answer for each of its parts, by number or text, or with reject. The first answer counts.',
    arguments: [
      { name: 'REQUEST', description: 'id of the request, or SESSION/REQUEST' },
      { name: 'ANSWER', repeats: true, description: 'once, always, reject, or answers' },
    ],
    options: [{ name: 'message', value: 'TEXT', description: 'What the agent is told with a rejection.' }],
    examples: [{ does: 'Allow it once', line: 'hansard reply permission-2 once' }],
    leaves: 'never',
    load: () => import('../reply.ts'),
  },
  {
    name: 'interrupt',
    summary: 'End the turn that an agent is in',
    description: 'What is open is closed; the session goes on with the next message.',
    arguments: [SESSION],
    options: [],
    examples: [{ does: 'Stop it', line: 'hansard interrupt my-session' }],
    leaves: 'never',
    load: () => import('../interrupt.ts'),
  },
  {
    name: 'terminate',
    summary: 'End an agent and everything that it started',
    description: 'Interrupts it, ends its input, asks it to end, and then ends all of its processes.',
    arguments: [SESSION],
    options: [],
    examples: [{ does: 'End it', line: 'hansard terminate my-session' }],
    leaves: 'never',
    load: () => import('../terminate.ts'),
  },
  {
    name: 'pending',
    summary: 'Show what waits for you in all sessions that are run',
    description: 'Permissions and questions, with the command that answers each.',
    arguments: [],
    options: [JSON_OPTION],
    examples: [{ does: 'Look', line: 'hansard pending' }],
    leaves: 'never',
    load: () => import('../pending.ts'),
  },
  {
    name: 'daemon',
    summary: 'Start, stop or look at the server that runs agents',
    description:
      'Starts `hansard serve --live` in the background, in this folder. One of another version is replaced. When it is stopped, ' +
      'agents that are at work go on, and the next server finds them.',
    arguments: [
      { name: 'ACTION', optional: true, choices: ['start', 'stop', 'status'], description: 'start, stop or status' },
    ],
    options: [{ name: 'port', value: 'PORT', description: 'With start: the port to listen on.' }, JSON_OPTION],
    examples: [
      { does: 'Start it', line: 'hansard daemon start' },
      { does: 'Is it there?', line: 'hansard daemon status' },
    ],
    leaves: 'never',
    load: () => import('../daemon.ts'),
  },
];
