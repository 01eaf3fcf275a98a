/** Commands that agents use. */
import type { CommandSpec } from '../../command.ts';
import { PROFILE_OPTION, TIMEZONE_OPTION } from './options.ts';

export const mcpCommands: readonly CommandSpec[] = [
  {
    name: 'mcp',
    summary: 'Let agents look into past sessions, over MCP',
    description:
      'Serves the archive to an agent by the Model Context Protocol, over standard input and output, until the agent ' +
      'closes them: searching, reading a session, recalling what was done to a file, and cost. What it answers goes to ' +
      'the provider of a model, so everything goes through the privacy gate, by the profile that you choose; `none` is ' +
      'refused. It only reads. docs/mcp.md shows how to add it to an agent.',
    arguments: [],
    options: [PROFILE_OPTION, TIMEZONE_OPTION],
    examples: [
      { does: 'As agents run it', line: 'hansard mcp' },
      { does: 'With outputs of tools and contents of files', line: 'hansard mcp --profile team' },
    ],
    leaves: 'gated',
    load: () => import('../mcp.ts'),
  },
];
