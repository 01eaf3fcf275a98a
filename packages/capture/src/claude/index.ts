/**
 * The Claude Agent SDK: `captureClaudeAgent(session, query(…))` gives the query back as it is, and, when its messages end,
 * records what the agent has written about the session, subagents at every depth included. The files lag behind the SDK's
 * hooks: when the agent stops, its last answer is not in them yet; when the messages end, everything is.
 */

import { adapters } from '@hansard/core/adapters/index.ts';
import { PRIMARY_SOURCE, sourceBelow, subagentPath } from '@hansard/core/events/source-path.ts';
import { entryOf } from '@hansard/core/formats/entries/write.ts';
import { readSession } from '@hansard/core/reading/read-session.ts';
import { assemble } from '@hansard/core/reading/transcripts.ts';
import '../index.ts';
import { targetOf } from '../session/recording.ts';
import type { Session } from '../session/session.ts';
import { TranscriptEntry, type TranscriptRole } from '../session/transcript-entry.ts';
import { agentFiles } from './agent-files.ts';

export interface CaptureClaudeOptions {
  /** The environment that the agent runs with; the program's own by default. Moves its home and its folder. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export function captureClaudeAgent<T extends AsyncIterable<unknown>>(
  session: Session | undefined,
  query: T,
  { env = process.env }: CaptureClaudeOptions = {},
): T {
  const target = targetOf(session);
  if (!target) return query;
  const messages = watched(query, (id) => record(target.session, target.source, id, env));
  // The query has methods of its own, to interrupt it for example: they go to it, with itself as `this`.
  return new Proxy(query, {
    get(whole, name) {
      if (name === Symbol.asyncIterator) return () => messages;
      if (name === 'next' || name === 'return' || name === 'throw') return messages[name].bind(messages);
      const value: unknown = Reflect.get(whole, name, whole);
      return typeof value === 'function' ? value.bind(whole) : value;
    },
  });
}

async function* watched(query: AsyncIterable<unknown>, ended: (id: string) => Promise<void>): AsyncGenerator<unknown> {
  let id: string | undefined;
  try {
    for await (const message of query) {
      const { session_id: told } = (message ?? {}) as { session_id?: unknown };
      if (typeof told === 'string' && told !== '') id = told;
      yield message;
    }
  } finally {
    if (id !== undefined) await ended(id);
  }
}

/** Never throws: what could not be read is counted by the session. */
async function record(session: Session, source: string, id: string, env: CaptureClaudeOptions['env']): Promise<void> {
  try {
    for (const entry of await entriesOf(id, env ?? {}, session)) {
      if (entry.source !== 'primary' && !session.captureSubagentTranscripts) continue;
      session.guarded(() => session.dispatch(new TranscriptEntry({ ...entry, source: below(source, entry.source) })));
    }
  } catch (error) {
    session.guarded(() => {
      throw error;
    });
  }
}

async function entriesOf(id: string, env: Readonly<Record<string, string | undefined>>, session: Session) {
  const host = agentFiles(env);
  const path = await fileOf(id, host);
  if (path === undefined) throw new Error(`No file of the agent's session ${id} was found.`);
  const { reads } = await readSession(adapters, host, path);
  const [transcript] = assemble(reads, { now: session.now(), digest: host.digest });
  if (!transcript) return [];
  const { digest } = host;
  return transcript.events.map((event) => {
    const entry = entryOf(transcript.transcriptId, event, { digest });
    return {
      ...entry,
      role: entry.role as TranscriptRole,
      metadata: { ...entry.metadata, provenance: 'captured', claude_session_id: id },
    };
  });
}

/** `<config>/projects/<folder>/<id>.jsonl`; the folder's name is made from the working directory. */
async function fileOf(id: string, host: ReturnType<typeof agentFiles>): Promise<string | undefined> {
  const config = host.env['CLAUDE_CONFIG_DIR'] ?? host.join(host.home, '.claude');
  for (const { path, folder } of await host.list(host.join(config, 'projects'))) {
    const file = host.join(path, `${id}.jsonl`);
    if (folder && (await host.stat(file))) return file;
  }
  return undefined;
}

/** An agent that runs inside a subagent of the program is below it. */
function below(source: string, own: string): string {
  return own === PRIMARY_SOURCE ? source : sourceBelow(source, subagentPath(own));
}
