/** The line that goes on with a session in the agent itself, for a POSIX shell. */
import type { Adapter } from './adapters/contract.ts';

/** Undefined where the agent has no such command, or the session no id of its own. */
export function resumeCommand(
  adapter: Pick<Adapter, 'resume'> | undefined,
  nativeId: string | null | undefined,
  project?: string | null,
): string | undefined {
  if (!adapter?.resume || !nativeId) return undefined;
  const line = adapter.resume.replace('{id}', () => quoted(nativeId));
  return project ? `cd ${quoted(project)} && ${line}` : line;
}

/** Ids and folders come from logs, which anybody may have written. */
function quoted(text: string): string {
  // A shell knows the home folder only where the tilde is not quoted.
  if (text.startsWith('~/') && text.length > 2) return `~/${quoted(text.slice(2))}`;
  return /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
