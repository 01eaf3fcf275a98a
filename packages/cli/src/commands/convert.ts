/** `hansard convert`: native logs in, Transcript JSON out. */
import { Failure, type PriceBook } from '@hansard/core';
import { writeTranscript, writeTranscriptLines } from '@hansard/core/formats/transcript/write.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { OutputFile } from '../terminal/output-file.ts';
import { priceBook } from '../transcripts/price-book.ts';
import { ProblemTally } from '../transcripts/problem-tally.ts';
import { readTranscripts } from '../transcripts/read-transcripts.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  if (args.flag('lines') && args.flag('pretty')) {
    throw new Failure('bad-argument', '--lines and --pretty cannot both be had: a line holds one event.');
  }
  const settings = await context.settings();
  const prices = args.flag('no-cost') ? undefined : await priceBook(settings.get('prices'));
  const path = args.text('output');
  if (path === undefined || path === '-') return convert(context, args, prices, (text) => context.out.write(text));
  const file = await OutputFile.create(path, args.flag('force'));
  try {
    const write = gathered((text) => file.write(text));
    const status = await convert(context, args, prices, write);
    await write('', true);
    await file.finish();
    return status;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

async function convert(
  context: Context,
  args: Arguments,
  prices: PriceBook | undefined,
  write: (text: string) => Promise<void>,
): Promise<number> {
  const tally = new ProblemTally();
  const lines = args.flag('lines');
  const indent = args.flag('pretty') ? 2 : 0;
  const target = args.positionals[0] as string;
  const options = { agent: args.text('agent'), session: args.text('session'), prices };
  for await (const transcript of readTranscripts(context, target, options)) {
    tally.add(transcript);
    const pieces = lines ? writeTranscriptLines(transcript) : writeTranscript(transcript, { indent });
    for (const piece of pieces) await write(piece);
  }
  for (const line of tally.lines()) context.note(line);
  return tally.total > 0 ? 1 : 0;
}

/** Few large writes instead of one for each event. */
function gathered(write: (text: string) => Promise<void>): (text: string, flush?: boolean) => Promise<void> {
  let pieces: string[] = [];
  let length = 0;
  return async (text, flush = false) => {
    pieces.push(text);
    length += text.length;
    if (length < 256 * 1024 && !flush) return;
    const all = pieces.join('');
    [pieces, length] = [[], 0];
    await write(all);
  };
}
