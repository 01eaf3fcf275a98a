/** `hansard show`: a session as readable text. */
import { formatEntries, neutraliseLine, type Transcript, type TranscriptEntry, writeEntries } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { zoneOf } from '../terminal/words.ts';
import { ProblemTally } from '../transcripts/problem-tally.ts';
import { readTranscripts } from '../transcripts/read-transcripts.ts';
import { shownEvents } from '../transcripts/shown-events.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const print = args.flag('json') ? printJson : await textPrinter(context);
  const tally = new ProblemTally();
  const target = args.positionals[0] as string;
  const separate = async (title = 'Another session') => context.out.write(`\n── ${neutraliseLine(title)} ──\n\n`);
  let first = true;
  let shown = false;
  for await (const transcript of readTranscripts(context, target, {
    agent: args.text('agent'),
    session: args.text('session'),
  })) {
    tally.add(transcript);
    if (!first && !args.flag('json')) await separate(transcript.session.title);
    first = false;
    for (const piece of print(selected(context, transcript, args))) {
      await context.out.write(piece);
      shown = true;
    }
  }
  if (!shown) context.note(NOTHING_SHOWN);
  if (tally.total > 0) context.note(tally.lines().join('\n'));
  return tally.total > 0 ? 1 : 0;
}

const NOTHING_SHOWN =
  'Nothing of the session is shown by these options. --all shows everything; `convert` gives the names of its sources.';

function selected(context: Context, transcript: Transcript, args: Arguments): Iterable<TranscriptEntry> {
  const { digest } = hostOf(context);
  const events = shownEvents(transcript.events, {
    all: args.flag('all'),
    tools: !args.flag('no-tools'),
    source: args.text('source'),
    role: args.text('role'),
  });
  return writeEntries({ ...transcript, events }, { digest });
}

type Print = (entries: Iterable<TranscriptEntry>) => Iterable<string>;

function* printJson(entries: Iterable<TranscriptEntry>): Iterable<string> {
  for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

async function textPrinter(context: Context): Promise<Print> {
  const colors = await context.colors();
  const timezone = zoneOf((await context.settings()).get('timezone'));
  const header = (text: string, { role, tool_name }: TranscriptEntry) =>
    colors.bold(colors.role(tool_name === null ? role : 'tool', text));
  return (entries) => formatEntries(entries, { timezone, header });
}
