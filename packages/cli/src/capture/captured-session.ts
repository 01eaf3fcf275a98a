/** A session that the command records for another program: in the archive's folder, where sync finds it by itself. */
import { archiveHome, prepareHome } from '@hansard/archive';
import { formatTranscript, Session, TranscriptEntry } from '@hansard/capture';
import { capturesHome } from '@hansard/core/data-home.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';

export interface CapturedOptions {
  readonly title: string | undefined;
  readonly about: Readonly<Record<string, string>>;
  readonly agent: string;
  readonly print: boolean;
}

export function openCaptured(context: Context, { title, about, agent, print }: CapturedOptions): Session {
  const host = hostOf(context);
  prepareHome(archiveHome(host));
  const session = new Session({
    id: crypto.randomUUID(),
    agent,
    title,
    about,
    baseDir: capturesHome(host),
    onError: (error) => {
      const why = error instanceof Error ? error.message : String(error);
      context.note(`Not everything could be recorded: ${why} The program continues.`);
    },
  });
  if (print) void printing(session);
  return session;
}

/** For who watches: entry by entry, beside what the program prints. */
async function printing(session: Session): Promise<void> {
  for await (const entry of session.slice(TranscriptEntry).follow()) {
    if (entry.metadata?.['type'] !== 'tools') process.stderr.write(`${formatTranscript([entry])}\n`);
  }
}
