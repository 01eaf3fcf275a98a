/** `hansard flow`: flows of steps that agents do. */
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { graph, list, show, validate } from '../flows/definitions.ts';
import { cancel, run as runFlow } from '../flows/run.ts';

const ACTIONS: Readonly<Record<string, (context: Context, args: Arguments) => Promise<number>>> = {
  run: runFlow,
  list,
  show,
  graph,
  validate,
  cancel,
};

export async function run(context: Context, args: Arguments): Promise<number> {
  const action = ACTIONS[args.positionals[0] ?? ''];
  if (!action) throw new Error('An action that was checked is not there.');
  return action(context, args);
}
