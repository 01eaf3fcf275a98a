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
      'refused. A server that runs already is used; else this command is one as long as it runs. See docs/live.md.',
    arguments: [
      { name: 'AGENT', completes: 'agent', description: 'id of the agent; the mock agent, mock, is always there' },
      { name: 'PROMPT', optional: true, repeats: true, description: 'what to say to it' },
    ],
    options: [
      { name: 'model', value: 'MODEL', description: 'The model to use.' },
      { name: 'effort', value: 'LEVEL', description: 'The reasoning effort of the model.' },
      { name: 'mode', value: 'MODE', description: 'Mode of the agent.' },
      {
        name: 'permission-mode',
        value: 'MODE',
        choices: ['default', 'plan', 'acceptEdits', 'bypass'],
        description: 'What it may do without asking; default: nothing that makes changes.',
      },
      { name: 'session', value: 'ID', description: 'Id of the session; by default a new one.' },
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
    options: [{ name: 'message', value: 'TEXT', description: 'The reason that the agent is given with a rejection.' }],
    examples: [{ does: 'Allow it once', line: 'hansard reply permission-2 once' }],
    leaves: 'never',
    load: () => import('../reply.ts'),
  },
  {
    name: 'interrupt',
    summary: 'End the turn that an agent is in',
    description: 'Open calls are closed; the session continues with the next message.',
    arguments: [SESSION],
    options: [],
    examples: [{ does: 'Stop it', line: 'hansard interrupt my-session' }],
    leaves: 'never',
    load: () => import('../interrupt.ts'),
  },
  {
    name: 'terminate',
    summary: 'End an agent and all of its processes',
    description: 'Interrupts it, closes its input, asks it to end, and then ends all of its processes.',
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
  {
    name: 'acp',
    summary: 'Record an editor’s agent, or serve a session to an editor',
    description:
      'Give it to an editor as the command of an agent that speaks the Agent Client Protocol. It starts the agent’s own command ' +
      'and passes on every byte; each session of the editor becomes a session of the archive. With --attach it is the agent itself: ' +
      'the editor sees and continues a session that `hansard run` or `hansard serve --live` runs. See docs/live.md.',
    arguments: [
      { name: 'COMMAND', optional: true, repeats: true, description: 'the agent and its arguments, after --' },
    ],
    options: [
      { name: 'attach', value: 'SESSION', description: 'Serve this session, which is run here, to the editor.' },
      {
        name: 'agent',
        value: 'AGENT',
        completes: 'agent',
        description: 'Id of the agent, if the command does not show it.',
      },
    ],
    examples: [
      { does: 'In the editor’s settings', line: 'hansard acp -- gemini --acp' },
      { does: 'Go on with a running session in the editor', line: 'hansard acp --attach my-session' },
    ],
    leaves: 'never',
    load: () => import('../acp.ts'),
  },
  {
    name: 'live',
    summary: 'Replay a recorded wire as if it were the agent',
    description:
      'Says what the agent said, waits wherever it was spoken to, and tells on standard error where that differs from what was said ' +
      'then; ids, times and folders may differ. Use it as the program of an agent, in the setting live.agents, to test without the agent.',
    arguments: [
      { name: 'ACTION', choices: ['replay'], description: 'replay' },
      { name: 'WIRE', completes: 'file', description: 'the recorded wire' },
      {
        name: 'MORE',
        optional: true,
        repeats: true,
        description: 'arguments of the agent, after --; they are ignored',
      },
    ],
    options: [
      { name: 'speed', value: 'N', description: 'Wait as the agent did, N times as fast; by default not at all.' },
      { name: 'strict', description: 'End with 1 if anything differed from the recording.' },
    ],
    examples: [
      { does: 'By hand', line: 'hansard live replay wire.jsonl' },
      { does: 'As an agent', line: "hansard config set live.agents 'acp=hansard live replay wire.jsonl --'" },
    ],
    leaves: 'never',
    load: () => import('../live.ts'),
  },
];
