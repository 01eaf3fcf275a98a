/** `hansard export`: sessions of the archive in another format, always through the privacy gate. */

import { Failure } from '@hansard/core';
import type { Format } from '@hansard/core/formats/contract.ts';
import { formatNamed, formatOptions } from '@hansard/core/sharing/chosen-format.ts';
import { contentLeftOut, listed } from '@hansard/core/sharing/left-out.ts';
import type { Way } from '@hansard/core/sharing/outgoing.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { type ChosenSessions, chosenSessions } from '../export/chosen-sessions.ts';
import { type Destination, destinationOf } from '../export/destination.ts';
import { exportPassword } from '../export/export-password.ts';
import { Export } from '../export/export-sessions.ts';
import { contextFor } from '../export/format-context.ts';
import { chosenProfile, openGate, ownPrivacyOf } from '../privacy/chosen-profile.ts';
import { priceBook } from '../transcripts/price-book.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const format = formatNamed(args.text('to') ?? 'transcript');
  const options = formatOptions(format, args.text('with'));
  const password = await exportPassword(context, args, format);
  const own = await ownPrivacyOf(context);
  const profile = await chosenProfile(context, own);
  const prices = args.flag('no-cost') ? undefined : await priceBook((await context.settings()).get('prices'));
  return withArchive(context, async (archive, host) => {
    const chosen = await chosenSessions(context, args, archive, host);
    const destination = onlyReports(args) ? undefined : whereTo(context, args, format, profile, chosen);
    const way = { profile, gate: profile.local ? undefined : openGate(host, profile, own) };
    const formatting = await contextFor(format, host, options, password);
    const job = { context, archive, host, format, way, prices, destination, formatting };
    const status = await new Export(job, args).run(chosen);
    if (destination) await noteUsualProfile(context, args, profile);
    return status;
  });
}

/** Without a place to write to, a report tells beforehand. */
const onlyReports = (args: Arguments): boolean => args.flag('report') && args.text('output') === undefined;

function whereTo(
  context: Context,
  args: Arguments,
  format: Format,
  profile: Way['profile'],
  { sessions, isSearch }: ChosenSessions,
): Destination {
  const destination = destinationOf({
    given: args.text('output'),
    format,
    sessions: sessions.length,
    isSearch,
    profile,
    saidProfile: args.text('profile') !== undefined,
    isTerminal: context.out.isTerminal,
  });
  if (destination.to === 'stdout' && (args.flag('json') || args.flag('report'))) {
    throw new Failure('bad-argument', 'What is exported and what is said about it cannot both go to standard output.', {
      remedy: 'Name a file with --output.',
    });
  }
  return destination;
}

/** Whoever chose no profile may not know that there are others. */
async function noteUsualProfile(context: Context, args: Arguments, profile: Way['profile']): Promise<void> {
  const { origin } = (await context.settings()).held('profile');
  const missing = contentLeftOut(profile);
  if (origin !== 'default' || missing.length === 0 || args.flag('json')) return;
  context.note(`${profile.name} leaves out ${listed(missing)}. For a colleague, use --profile team.`);
}
