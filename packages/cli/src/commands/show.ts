/** `hansard show`: a session as readable text. */
import { existsSync } from 'node:fs';
import {
  Failure,
  formatEntries,
  neutraliseLine,
  type Transcript,
  type TranscriptEntry,
  writeEntries,
} from '@hansard/core';
import { eventsApart } from '@hansard/core/formats/own-results.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { zoneOf } from '../terminal/words.ts';
import { splitEvent } from '../transcripts/archived-target.ts';
import { ProblemTally } from '../transcripts/problem-tally.ts';
import { readTranscripts } from '../transcripts/read-transcripts.ts';
import { shownEvents } from '../transcripts/shown-events.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const print = args.flag('json') ? printJson : await textPrinter(context);
  const tally = new ProblemTally();
  const given = args.positionals[0] as string;
  const { target, event } = existsSync(given) ? { target: given, event: undefined } : splitEvent(given);
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
    for (const piece of print(selected(context, around(transcript, event, args), args))) {
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

const CONTEXT = 5;

/** The event that was named and its neighbours. */
function around(transcript: Transcript, named: string | undefined, args: Arguments): Transcript {
  if (named === undefined) return transcript;
  const { events } = transcript;
  const exact = events.findIndex(({ id, logSeq }) => id === named || String(logSeq) === named);
  const at = exact >= 0 ? exact : events.findIndex(({ id }) => id.startsWith(named));
  if (at < 0) throw new Failure('nothing-found', `The session has no event ${named}.`, { remedy: EVENT_IDS });
  const context = Number(args.text('context') ?? CONTEXT);
  return { ...transcript, events: events.slice(Math.max(0, at - context), at + context + 1) };
}

const EVENT_IDS = '`hansard search` and `hansard convert` give the ids of events.';

function selected(context: Context, transcript: Transcript, args: Arguments): Iterable<TranscriptEntry> {
  const { digest } = hostOf(context);
  // Entries keep a call as it is; text has a place for what it carries behind it.
  const all = args.flag('json') ? transcript.events : [...eventsApart(transcript.events)];
  const events = shownEvents(all, {
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
