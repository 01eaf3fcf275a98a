/** Commands that let sessions out, and that tell what is taken out of them. */
import type { CommandSpec } from '../../command.ts';
import type { ArgumentSpec } from '../../command-shape.ts';
import { JSON_OPTION, PROFILE_OPTION, TIMEZONE_OPTION, WITH_OPTION } from './options.ts';

const SESSIONS: ArgumentSpec = {
  name: 'SESSION',
  completes: 'file',
  repeats: true,
  description: 'a number of the last list, the beginning of an id, #N, or the path of one of its files',
};

export const sharingCommands: readonly CommandSpec[] = [
  {
    name: 'export',
    summary: 'Write sessions of the archive in another format, through the privacy gate',
    description:
      'Takes out of the sessions what the privacy profile says, writes them in the format wanted, and notes in the ' +
      'archive what left, when, to where and by which profile (see `shared`). Several sessions go into a folder, or one ' +
      'after the other to standard output where the format allows it. The profile none takes nothing out: it has to be ' +
      'named, and writes to local files only. --report tells, field by field, what the format has no place for; without ' +
      '--output it only tells.',
    arguments: [SESSIONS],
    options: [
      {
        name: 'to',
        value: 'FORMAT',
        description:
          'transcript (the default), transcript-lines, universal, entries, trace-record, run, html and others.',
      },
      PROFILE_OPTION,
      {
        name: 'output',
        short: 'o',
        value: 'FILE|DIR',
        completes: 'file',
        description: 'Write to this file or folder (readable by you only); default: standard output.',
      },
      { name: 'force', short: 'f', description: 'Replace files that exist.' },
      WITH_OPTION,
      { name: 'report', description: 'List what the format cannot hold.' },
      { name: 'no-cost', description: 'Do not estimate what the sessions cost.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'A page to send to a colleague', line: 'hansard export 2 --to html --profile team -o session.html' },
      { does: 'Three sessions for a study', line: 'hansard export 1 2 3 --to trace-record --profile research -o out/' },
      { does: 'What would be lost', line: 'hansard export 2 --to universal --report' },
    ],
    load: () => import('../export.ts'),
  },
  {
    name: 'shared',
    summary: 'List what left, when, to where and by which profile',
    description:
      'Lists what `export` let out, the latest first, with the profile, the format, the destination, and whether the ' +
      'session has gone on since. The generation rises when a session that has changed is shared again. --json adds ' +
      'the hash of what was written and the receipt of what was taken out.',
    arguments: [{ ...SESSIONS, optional: true }],
    options: [TIMEZONE_OPTION, JSON_OPTION],
    examples: [
      { does: 'Everything that left', line: 'hansard shared' },
      { does: 'Of one session, with receipts', line: 'hansard shared 2 --json' },
    ],
    load: () => import('../shared.ts'),
  },
];
