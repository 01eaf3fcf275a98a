/** `hansard acp`: between an editor and an agent, or as the agent of a session that is run. */
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const attach = args.text('attach');
  const command = args.positionals;
  if (attach !== undefined && command.length > 0)
    throw new Failure('bad-argument', 'With --attach there is no command: the session runs already.');
  if (attach !== undefined) return (await import('../acp/serve-session.ts')).serveSession(context, attach);
  if (command.length === 0)
    throw new Failure('bad-argument', 'Name the agent’s command after --, or a session with --attach.', {
      remedy: 'For example: hansard acp -- gemini --acp',
    });
  return (await import('../acp/record-editor.ts')).recordEditor(context, command, args.text('agent'));
}
