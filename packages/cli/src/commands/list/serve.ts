/** The commands that show the archive in the browser. */
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
      'Opens the page at the session and serves it on this machine until it is stopped. Where no browser can appear, the ' +
      'link is printed. A session that is not in the archive yet is looked for first.',
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
      { does: 'What a search has found', line: 'hansard open 94d3ea20#msg_682a2729fdd93ca8b36b1f84.1' },
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
      { name: 'no-watch', description: 'Serve what is in the archive, and do not look for more.' },
      { name: 'unredacted', description: 'Send everything as it is, to other machines too, and allow such exports.' },
      PROFILE_OPTION,
      { name: 'cors', value: 'ORIGIN', description: 'Let pages of this origin use the API, with the token.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Read sessions in the browser', line: 'hansard serve --open' },
      { does: 'For the network at home, redacted', line: 'hansard serve --host 0.0.0.0 --profile strict' },
    ],
    leaves: 'gated',
    load: () => import('../serve.ts'),
  },
];
