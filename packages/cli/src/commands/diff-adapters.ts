/** `hansard diff-adapters`: what a rebuild would change. */
import { diffAdapters, type InputDiff, readerOf, readers } from '@hansard/archive';
import { neutraliseLine } from '@hansard/core';
import { namedSessions } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { Progress } from '../terminal/progress.ts';
import { table } from '../terminal/table.ts';
import { count, tilde } from '../terminal/words.ts';

/** Inputs named in the text; all are in the JSON. */
const SHOWN = 20;

export async function run(context: Context, args: Arguments): Promise<number> {
  return withArchive(context, async (archive, host) => {
    const progress = new Progress(process.stderr);
    const diffs: InputDiff[] = [];
    const options = {
      host,
      adapters: readers,
      now: new Date().toISOString(),
      outdated: args.flag('outdated'),
      progress: ({ inputs, totalInputs }: { inputs: number; totalInputs: number }) =>
        progress.show(() => `${inputs} of ${totalInputs} originals`),
      ...(args.positionals.length > 0 && { sessions: namedSessions(archive, host, args.positionals) }),
    };
    try {
      for await (const diff of diffAdapters(archive, options)) diffs.push(diff);
    } finally {
      progress.clear();
    }
    await context.out.write(
      args.flag('json') ? `${JSON.stringify({ inputs: diffs }, null, 2)}\n` : plainText(diffs, host.home),
    );
    return 0;
  });
}

function plainText(diffs: readonly InputDiff[], home: string): string {
  if (diffs.length === 0) return 'A rebuild would change nothing.\n';
  const rows = [...summed(diffs)].sort((a, b) => b[1] - a[1]).map(([name, n]) => [...name.split('\t'), String(n)]);
  const inputs = diffs.slice(0, SHOWN).map((diff) => `  ${neutraliseLine(nameOf(diff, home))}`);
  const more = diffs.length > SHOWN ? [`  … and ${diffs.length - SHOWN} more`] : [];
  return [
    table([['agent', 'change', 'of', 'what', 'number'], ...rows], ['left', 'left', 'left', 'left', 'right']),
    '',
    `In ${count(diffs.length, 'original')}:`,
    ...inputs,
    ...more,
    '',
    'Text is compared by its number of words. `hansard rebuild` makes these changes.',
    '',
  ].join('\n');
}

const nameOf = ({ path, part, from, to, outcome }: InputDiff, home: string) =>
  `${tilde(path, home)}${part && ` (${part})`}  ${from ?? 'not read'} → ${outcome === 'unrecognised' ? 'not recognised' : to}`;

/** Over all originals: agent, change, type and field, to a number. */
function summed(diffs: readonly InputDiff[]): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (words: readonly string[], n: number) => {
    const name = words.map((word) => neutraliseLine(word)).join('\t');
    sums.set(name, (sums.get(name) ?? 0) + n);
  };
  for (const { agent, added, gone, changed, session, problems } of diffs) {
    const label = readerOf(agent)?.label ?? agent;
    for (const [type, n] of Object.entries(added)) add([label, 'added', type, ''], n);
    for (const [type, n] of Object.entries(gone)) add([label, 'gone', type, ''], n);
    for (const [type, fields] of Object.entries(changed)) {
      for (const [field, n] of Object.entries(fields)) add([label, 'changed', type, field], n);
    }
    for (const field of session) add([label, 'changed', 'session', field], 1);
    for (const [kind, n] of Object.entries(problems))
      add([label, n > 0 ? 'more' : 'fewer', 'problem', kind], Math.abs(n));
  }
  return sums;
}
