/** `hansard scrub`: removes the secrets that are found from the archive itself, for good. */
import {
  type Archive,
  finishScrubbing,
  isScrubbing,
  planScrub,
  readers,
  type ScrubPlan,
  type ScrubReport,
  scrub,
} from '@hansard/archive';
import { Failure, type Host, neutraliseLine } from '@hansard/core';
import { RULE_GROUPS, rules, SecretSearch } from '@hansard/core/privacy/index.ts';
import { namedSessions } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { suggestion } from '../did-you-mean.ts';
import { ownPrivacyOf } from '../privacy/chosen-profile.ts';
import type { OwnPrivacy } from '../privacy/own-privacy.ts';
import { noteScrubbed, planText, scrubText } from '../privacy/scrub-text.ts';
import { confirm } from '../terminal/confirm.ts';
import { Progress } from '../terminal/progress.ts';
import { count } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const own = await ownPrivacyOf(context);
  const only = ruleOf(args, own);
  return withArchive(context, async (archive, host) => {
    if (args.flag('finish')) return finish(context, args, archive, host);
    const isAll = args.flag('all');
    if (isAll === args.positionals.length > 0) {
      const message = isAll ? 'Either --all or sessions, not both.' : 'Name sessions, or pass --all.';
      throw new Failure('bad-argument', message);
    }
    const plan = await found(archive, host, args, searchOf(own, only));
    if (args.flag('dry-run')) return tell(context, args, { found: plan.places, split: plan.split }, planText(plan));
    if (plan.places.length === 0 && isScrubbing(archive)) return finish(context, args, archive, host);
    if (plan.places.length === 0) return nothingFound(context, args, plan);
    if (!args.flag('yes')) {
      context.note(planText(plan).trimEnd());
      if (!(await confirm(`Remove ${count(secretsIn(plan), 'secret')} for good?`))) return 1;
    }
    const report = await working((progress) =>
      scrub(archive, plan, { host, adapters: readers, now: new Date().toISOString(), progress }),
    );
    await tell(context, args, { removed: plan.places, split: plan.split, ...report }, scrubText(plan, report));
    return ended(context, report, plan);
  });
}

/** One rule, or a group of them. */
function ruleOf(args: Arguments, own: OwnPrivacy): string[] | undefined {
  const given = args.text('rule');
  if (given === undefined) return undefined;
  const secret = [...own.rules, ...rules].filter(({ type }) => type === 'secret');
  const names = [...new Set(secret.flatMap(({ id, group }) => [id, group]))];
  if (names.includes(given)) return [given];
  const why = given in RULE_GROUPS ? `The group ${given} is not about secrets.` : `There is no rule "${given}".`;
  throw new Failure('bad-argument', `${why}${suggestion(given, names)}`, {
    remedy: '`hansard rules` lists them.',
  });
}

const searchOf = (own: OwnPrivacy, only: readonly string[] | undefined): SecretSearch =>
  new SecretSearch({ ownRules: own.rules, allow: (value) => own.allow(value), only });

function found(archive: Archive, host: Host, args: Arguments, search: SecretSearch): Promise<ScrubPlan> {
  const sessions = args.flag('all') ? undefined : namedSessions(archive, host, args.positionals);
  return working((progress) => planScrub(archive, { host, adapters: readers, search, sessions, progress }));
}

async function working<T>(
  work: (progress: (done: { inputs: number; totalInputs: number }) => void) => Promise<T>,
): Promise<T> {
  const progress = new Progress(process.stderr);
  try {
    return await work(({ inputs, totalInputs }) => progress.show(() => `${inputs} of ${count(totalInputs, 'file')}`));
  } finally {
    progress.clear();
  }
}

async function nothingFound(context: Context, args: Arguments, plan: ScrubPlan): Promise<number> {
  await tell(context, args, { removed: [], split: plan.split }, planText(plan));
  return plan.split.length > 0 ? 1 : 0;
}

async function finish(context: Context, args: Arguments, archive: Archive, host: Host): Promise<number> {
  const report = await working((progress) =>
    finishScrubbing(archive, { host, adapters: readers, now: new Date().toISOString(), progress }),
  );
  await tell(context, args, report, report.unfinished ? '' : 'Nothing that was removed is left in the archive.\n');
  return ended(context, report);
}

function ended(context: Context, report: ScrubReport, plan?: ScrubPlan): number {
  for (const { path, message } of report.problems) context.note(neutraliseLine(`${path}: ${message}`));
  const isClean = noteScrubbed(context, report.copies);
  if (report.unfinished !== undefined)
    context.note(`${report.unfinished} Complete it with \`hansard scrub --finish\`.`);
  const isDone = isClean && report.unfinished === undefined && report.problems.length === 0;
  return isDone && (plan?.split.length ?? 0) === 0 ? 0 : 1;
}

async function tell(context: Context, args: Arguments, value: unknown, text: string): Promise<number> {
  await context.out.write(args.flag('json') ? `${JSON.stringify(value, null, 2)}\n` : text);
  return 0;
}

export const secretsIn = ({ places }: ScrubPlan): number => new Set(places.map(({ secret }) => secret)).size;
