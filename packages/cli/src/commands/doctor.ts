/** `hansard doctor`: what needs somebody's attention. */
import { Archive, archiveExists, doctor, type Finding, importedAdapter, runAdapter } from '@hansard/archive';
import { Failure, type Host, neutraliseLine } from '@hansard/core';
import { parse } from 'jsonc-parser';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf, syncedReaders } from '../machine.ts';
import type { Colors } from '../terminal/colors.ts';
import { Progress } from '../terminal/progress.ts';
import { wrap } from '../terminal/wrap.ts';
import { priceBook } from '../transcripts/price-book.ts';

const MARKS = { fine: '✓', note: '·', attention: '!' } as const;

export async function run(context: Context, args: Arguments): Promise<number> {
  const host = hostOf(context);
  const { archive, findings: opening } = await openIfThere(host);
  const progress = new Progress(process.stderr);
  try {
    // Every page of the database is read, which takes a while for a large one.
    progress.show('Checking the archive… (--quick leaves out what reads all of it)');
    const found = await doctor(archive, {
      host,
      adapters: [...(await syncedReaders(context)), importedAdapter, runAdapter()],
      now: new Date().toISOString(),
      prices: await priceBook((await context.settings()).get('prices')),
      parse: (text) => parse(text),
      quick: args.flag('quick'),
    });
    progress.clear();
    const findings = [...opening, ...found];
    const attention = findings.filter(({ level }) => level === 'attention').length;
    await context.out.write(
      args.flag('json')
        ? `${JSON.stringify({ attention, findings }, null, 2)}\n`
        : plainText(findings, attention, await context.colors()),
    );
    return attention > 0 ? 1 : 0;
  } finally {
    progress.clear();
    archive?.close();
  }
}

/** An archive that cannot be opened is the first thing to tell. */
async function openIfThere(host: Host): Promise<{ archive?: Archive; findings: Finding[] }> {
  if (!archiveExists(host)) {
    const message = 'There is no archive on this machine yet.';
    return { findings: [{ check: 'archive', level: 'attention', message, remedy: 'Run `hansard sync`.' }] };
  }
  try {
    return { archive: await Archive.open(host), findings: [] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, remedy } = error;
    return { findings: [{ check: 'archive', level: 'attention', message, remedy }] };
  }
}

function plainText(findings: readonly Finding[], attention: number, colors: Colors): string {
  const lines = findings.flatMap(({ level, message, remedy, details }) => [
    wrap(`${MARKS[level]} ${neutraliseLine(message)}`, 0, 2),
    ...(details ?? []).map((detail) => colors.dim(`    ${neutraliseLine(detail)}`)),
    ...(remedy ? [wrap(`→ ${neutraliseLine(remedy)}`, 2, 4)] : []),
  ]);
  const end =
    attention === 0
      ? 'Nothing needs attention.'
      : `${attention} of these ${attention === 1 ? 'needs' : 'need'} attention.`;
  return `${lines.join('\n')}\n\n${end}\n`;
}
