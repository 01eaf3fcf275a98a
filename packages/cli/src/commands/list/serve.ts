/** The commands that show the archive in the browser. */
import { SCOPE_NAMES } from '@hansard/core/api/scope.ts';
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION, PROFILE_OPTION } from './options.ts';

const PORT_OPTION = {
  name: 'port',
  value: 'PORT',
  description: 'Listen on this port; default 7420, or the next one that is free. 0 takes any.',
} as const;

export const serveCommands: readonly CommandSpec[] = [
  {
    name: 'open',
    summary: 'Show a session in the browser',
    description:
      'Opens the page at the session, at the server that runs already, or else at one that is started on this machine and ' +
      'serves until it is stopped. Where no browser can appear, the link is printed. A session that is not in the archive ' +
      'yet is looked for first; a log, wire or other file from elsewhere is added to it, as `import` does.',
    arguments: [
      {
        name: 'SESSION',
        completes: 'file',
        description:
          'its id or the beginning of it, its number in the last list, or any file of it; SESSION#EVENT opens it at an event',
      },
    ],
    options: [PORT_OPTION],
    examples: [
      { does: 'The third session of the last list', line: 'hansard open 3' },
      { does: 'A hit of a search', line: 'hansard open 94d3ea20#msg_682a2729fdd93ca8b36b1f84.1' },
    ],
    leaves: 'never',
    load: () => import('../open.ts'),
  },
  {
    name: 'serve',
    summary: 'Show the archive in the browser, and serve it to programs',
    description:
      'Starts a server on this machine and prints a link that logs a browser in. Sessions appear and grow in the page as ' +
      'agents write them. Only this machine can reach it, and only with the token, which stays the same. On another ' +
      'address everything that is sent goes through the privacy profile, unless --unredacted is given. The API is ' +
      'documented at /reference.',
    arguments: [],
    options: [
      { name: 'host', value: 'ADDRESS', description: 'Listen on this address; default 127.0.0.1, this machine alone.' },
      PORT_OPTION,
      { name: 'open', short: 'o', description: 'Open the page in the browser.' },
      { name: 'live', description: 'Run agents too: start, answer and end them. On this machine only.' },
      { name: 'no-watch', description: 'Serve what is in the archive; do not sync.' },
      {
        name: 'unredacted',
        description: 'Send everything unredacted, also to other machines, and allow unredacted exports.',
      },
      PROFILE_OPTION,
      { name: 'cors', value: 'ORIGIN', description: 'Let pages of this origin use the API, with the token.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Read sessions in the browser', line: 'hansard serve --open' },
      { does: 'Run agents in this folder', line: 'hansard serve --live' },
      { does: 'For the network at home, redacted', line: 'hansard serve --host 0.0.0.0 --profile strict' },
    ],
    leaves: 'gated',
    load: () => import('../serve.ts'),
  },
  {
    name: 'token',
    aliases: ['tokens'],
    summary: 'Make tokens for programs and people who use the server',
    description:
      'Makes tokens for `hansard serve`, lists them, and revokes them. A token may do what its scopes say and nothing else; ' +
      'with --profile everything that it gets goes through that privacy profile, on this machine too. It is printed once: ' +
      'only a hash of it is kept. A server that is running knows it at once, and ends what a revoked one still reads. ' +
      'Your own token, which is in the link that `serve` prints, may do everything and is not listed.',
    arguments: [
      {
        name: 'ACTION',
        optional: true,
        choices: ['list', 'create', 'revoke'],
        description: 'list, create or revoke',
      },
      { name: 'ID', optional: true, description: 'with revoke: the token’s id, or the beginning of it' },
    ],
    options: [
      {
        name: 'scope',
        value: 'SCOPE',
        repeats: true,
        choices: SCOPE_NAMES,
        description: 'With create: what it may do.',
      },
      { name: 'name', value: 'NAME', description: 'With create: what it is for.' },
      {
        name: 'expires',
        value: 'WHEN',
        description: 'With create: until when it works, such as 30d, 12h or 2027-01-31; default: until it is revoked.',
      },
      {
        name: 'profile',
        value: 'PROFILE',
        description: 'With create: the privacy profile that everything goes through; `hansard profiles` lists them.',
      },
      JSON_OPTION,
    ],
    examples: [
      { does: 'For a program that reads sessions', line: 'hansard token create --scope read --name dashboard' },
      { does: 'For a colleague, for a month', line: 'hansard token create --scope read --profile team --expires 30d' },
      { does: 'Which there are', line: 'hansard token list' },
      { does: 'No longer', line: 'hansard token revoke 3f9a' },
    ],
    leaves: 'never',
    load: () => import('../token.ts'),
  },
];
