/** Commands about flows of steps. */
import type { CommandSpec } from '../../command.ts';
import { JSON_OPTION } from './options.ts';

export const flowCommands: readonly CommandSpec[] = [
  {
    name: 'flow',
    summary: 'Run, check and show flows of steps that agents do',
    description:
      'A flow is a file that ends with .flow.yaml: steps in their order, each with what an agent is to do. `run` does them one after ' +
      'the other and writes transcripts and receipts as it goes; the id of the run is printed first. Ctrl-C stops the run, and ' +
      '--resume goes on with the step that was open, also after the program was killed. Where nobody can be asked, requests of ' +
      'agents are refused, unless --ask is given. `cancel` ends a run of another terminal, which can be resumed all the same. `list` shows the flows below a folder, ' +
      '`show` the steps of one, `graph` draws it for Mermaid, and `validate` reports what is wrong with files, with line and column. ' +
      'docs/flows.md describes the file and the folder of a run.',
    arguments: [
      {
        name: 'ACTION',
        choices: ['run', 'list', 'show', 'graph', 'validate', 'cancel'],
        description: 'run, list, show, graph, validate or cancel',
      },
      {
        name: 'FILE',
        optional: true,
        repeats: true,
        completes: 'file',
        description: 'a flow: its file, or its key; with cancel the id of a run',
      },
    ],
    options: [
      { name: 'runs', value: 'DIR', completes: 'file', description: 'Folder of runs; swarm/runs by default.' },
      { name: 'stub', description: 'Run without agents: every step is answered by a stub.' },
      { name: 'resume', value: 'RUN', description: 'Go on with this run.' },
      { name: 'param', value: 'K=V', repeats: true, description: 'Value of a parameter of the flow.' },
      { name: 'ask', description: 'What agents ask waits for an answer on the page or by `hansard reply`.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Try a flow without agents', line: 'hansard flow run build.flow.yaml --stub' },
      { does: 'Run it', line: "hansard flow run build.flow.yaml --param request='Add a door'" },
      { does: 'Go on with a run', line: 'hansard flow run --resume run-20261118-140000-abc123' },
      { does: 'Check a flow', line: 'hansard flow validate build.flow.yaml' },
    ],
    leaves: 'never',
    load: () => import('../flow.ts'),
  },
];
