/** Commands about flows of steps. */
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION } from './options.ts';

export const flowCommands: readonly CommandSpec[] = [
  {
    name: 'flow',
    summary: 'Check and show flows of steps that agents do',
    description:
      'A flow is a file that ends with .flow.yaml: steps in their order, each with what an agent is to do. `list` shows the ' +
      'flows below a folder, `show` the steps of one, `graph` draws it for Mermaid, and `validate` tells what is wrong with ' +
      'files, with line and column. docs/flows.md describes the file.',
    arguments: [
      {
        name: 'ACTION',
        choices: ['list', 'show', 'graph', 'validate'],
        description: 'list, show, graph or validate',
      },
      { name: 'FILE', optional: true, repeats: true, completes: 'file', description: 'a flow: its file, or its key' },
    ],
    options: [JSON_OPTION],
    examples: [
      { does: 'Check a flow', line: 'hansard flow validate build.flow.yaml' },
      { does: 'Its steps', line: 'hansard flow show build.flow.yaml' },
    ],
    leaves: 'never',
    load: () => import('../flow.ts'),
  },
];
