/** The command that serves the archive. */
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION, PROFILE_OPTION } from './options.ts';

export const serveCommands: readonly CommandSpec[] = [
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
      {
        name: 'port',
        value: 'PORT',
        description: 'Listen on this port; default 7420, or the next one that is free. 0 takes any.',
      },
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
