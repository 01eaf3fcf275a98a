/** `hansard show`: a session as readable text. */
import { existsSync } from 'node:fs';
import { Failure, formatEntries, type Transcript, type TranscriptEntry, writeEntries } from '@hansard/core';
import { eventsApart } from '@hansard/core/formats/own-results.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { openPager } from '../terminal/pager.ts';
import { minuteIn, zoneOf } from '../terminal/words.ts';
import { splitEvent } from '../transcripts/archived-target.ts';
import { priceBook } from '../transcripts/price-book.ts';
import { ProblemTally } from '../transcripts/problem-tally.ts';
import { readTranscripts } from '../transcripts/read-transcripts.ts';
import { sessionHeader } from '../transcripts/session-header.ts';
import { shownEvents } from '../transcripts/shown-events.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const settings = await context.settings();
  const print = args.flag('json') ? printJson : await textPrinter(context);
  const tally = new ProblemTally();
  const given = args.positionals[0] as string;
  const { target, event } = existsSync(given) ? { target: given, event: undefined } : splitEvent(given);
  const prices = args.flag('json') ? undefined : await priceBook(settings.get('prices'));
  const options = { agent: args.text('agent'), session: args.text('session'), prices };
  const { out, close } = await openPager(context, args.flag('no-pager') ? 'never' : settings.get('pager'));
  let shown = false;
  try {
    for await (const transcript of readTranscripts(context, [target], options)) {
      tally.add(transcript);
      for (const piece of print(transcript, selected(context, around(transcript, event, args), args), shown)) {
        await out.write(piece);
        shown = true;
        if (out.isClosed) return 0;
      }
    }
  } finally {
    await close();
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

/** Between sessions. */
const RULE = `\n${'─'.repeat(40)}\n`;

/** `later`: something was shown before. */
type Print = (transcript: Transcript, entries: Iterable<TranscriptEntry>, later: boolean) => Iterable<string>;

function* printJson(_transcript: Transcript, entries: Iterable<TranscriptEntry>): Iterable<string> {
  for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

async function textPrinter({ home, colors: colorsOf, settings }: Context): Promise<Print> {
  const colors = await colorsOf();
  const setting = (await settings()).get('timezone');
  const minute = minuteIn(setting);
  const header = (text: string, { role, tool_name }: TranscriptEntry) =>
    colors.bold(colors.role(tool_name === null ? role : 'tool', text));
  const day = (time: string) => minute(time).slice(0, 10);
  return function* (transcript, entries, later) {
    const head = sessionHeader(transcript, { home, colors, minute });
    const start = `${later ? RULE : ''}${head}\n`;
    let before = day(transcript.session.startedAt);
    const dated = (text: string, entry: TranscriptEntry) => {
      const today = day(entry.created_at);
      const mark = today === before ? '' : `${colors.dim(`── ${today} ──`)}\n\n`;
      before = today;
      return mark + header(text, entry);
    };
    let first = true;
    for (const piece of formatEntries(entries, { timezone: zoneOf(setting), header: dated })) {
      yield first ? start + piece : piece;
      first = false;
    }
  };
}
