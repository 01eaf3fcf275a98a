/** Commands that let sessions out, and that tell what is taken out of them. */
import type { CommandSpec } from '../../command.ts';
import type { ArgumentSpec } from '../../command-shape.ts';
import { JSON_OPTION, PROFILE_OPTION, SESSION_OPTION, TIMEZONE_OPTION, WITH_OPTION } from './options.ts';

const SESSIONS: ArgumentSpec = {
  name: 'SESSION',
  completes: 'file',
  repeats: true,
  description: 'a number of the last list, the beginning of an id, #N, or the path of one of its files',
};

export const sharingCommands: readonly CommandSpec[] = [
  {
    name: 'export',
    summary: 'Write sessions in another format, through the privacy gate',
    description:
      'Takes out of the sessions what the privacy profile says, writes them in the format wanted, and notes in the ' +
      'archive what left, when, to where and by which profile (see `shared`). Sessions are named one by one, or by a ' +
      'query as `hansard sessions` takes it (`project:shop after:2026-01-01`), or all of them with --all. Each gets a file ' +
      'with a readable name in a folder, or they follow one another on standard output where the format allows it; HTML in ' +
      'a folder gets an index.html. Without --profile, strict leaves out tool output, file contents, reasoning and images; a ' +
      'colleague will want --profile team. The profile none takes nothing out: it has to be named, and writes to local files ' +
      'only. --report lists, field by field, what the format cannot hold; without --output it only reports.',
    arguments: [
      {
        name: 'SESSION|QUERY',
        completes: 'file',
        optional: true,
        repeats: true,
        minus: true,
        description:
          'sessions (a number of the last list, the beginning of an id, #N, a path), or a query that finds them',
      },
    ],
    options: [
      {
        name: 'to',
        value: 'FORMAT',
        description:
          'transcript (the default), transcript-lines, universal, entries, trace-record, run, markdown, html, csv, parquet, ' +
          'openai-messages, anthropic-messages, atif, otlp, agent-trace or session-trace.',
      },
      PROFILE_OPTION,
      {
        name: 'output',
        also: 'out',
        short: 'o',
        value: 'FILE|DIR',
        completes: 'file',
        description:
          'Write to this file or folder (readable by you only), also --out. Default: standard output; a file in the current ' +
          'folder for HTML in a terminal, the folder hansard-export for several sessions that cannot be joined.',
      },
      { name: 'all', short: 'a', description: 'Export all sessions of the archive.' },
      {
        name: 'lock',
        description:
          'Lock HTML with a password, which is prompted for, or taken from HANSARD_EXPORT_PASSWORD. Everything in the page is ' +
          'encrypted, the title and the name of the file too.',
      },
      {
        name: 'password-file',
        value: 'FILE',
        completes: 'file',
        description: 'Lock HTML with the password in the first line of this file; - is standard input.',
      },
      { name: 'force', short: 'f', description: 'Replace files that exist.' },
      WITH_OPTION,
      { name: 'report', description: 'List what the format cannot hold.' },
      { name: 'no-cost', description: 'Do not estimate what the sessions cost.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'A page to send to a colleague', line: 'hansard export 2 --to html --profile team' },
      { does: 'All sessions of a project, with an index', line: 'hansard export project:shop --to html --out shop' },
      { does: 'A page that only opens with a password', line: 'hansard export 2 --to html --profile team --lock' },
      { does: 'Three sessions for a study', line: 'hansard export 1 2 3 --to trace-record --profile research -o out/' },
      { does: 'What would be lost', line: 'hansard export 2 --to universal --report' },
    ],
    leaves: 'gated',
    load: () => import('../export.ts'),
  },
  {
    name: 'preview',
    summary: 'Preview what an export would contain',
    description:
      'Runs the privacy gate over a session without exporting it, and says in plain words what would be left out and what ' +
      'replaced. --fields adds the counts by rule and every place with the text before and after: it shows you the very ' +
      'secrets that would be taken out. --json has all of it.',
    arguments: [
      {
        name: 'SESSION',
        completes: 'file',
        description: 'any file of the session, - for standard input, or a session of the archive',
      },
    ],
    options: [
      PROFILE_OPTION,
      { name: 'fields', description: 'Show the counts by rule, and places with the text before and after.' },
      {
        name: 'limit',
        short: 'n',
        value: 'N',
        integer: true,
        description: 'Show at most N places; default 40. Includes --fields.',
      },
      { name: 'all', short: 'a', description: 'Show all places. Includes --fields.' },
      SESSION_OPTION,
      { name: 'json', description: 'Print JSON: one object per session, with all places.' },
    ],
    examples: [
      { does: 'Before sharing the second session', line: 'hansard preview 2 --profile research' },
      { does: 'All places, page by page', line: 'hansard preview session.jsonl --all --color always | less -R' },
    ],
    leaves: 'never',
    load: () => import('../preview.ts'),
  },
  {
    name: 'shared',
    summary: 'List past exports: when, where to, with which profile',
    description:
      'Lists what `export` let out, the latest first, with the profile, the format, the destination, and whether the ' +
      'session has gone on since. The generation rises when a session that has changed is shared again, or leaves by ' +
      'another profile. --json adds ' +
      'the hash of what was written and the receipt of what was taken out.',
    arguments: [{ ...SESSIONS, optional: true }],
    options: [TIMEZONE_OPTION, JSON_OPTION],
    examples: [
      { does: 'All exports', line: 'hansard shared' },
      { does: 'Of one session, with receipts', line: 'hansard shared 2 --json' },
    ],
    leaves: 'never',
    load: () => import('../shared.ts'),
  },
  {
    name: 'scan',
    summary: 'List the secrets in the archive, without printing them',
    description:
      'Looks for secrets in sessions of the archive and lists them by kind, place and age: what to revoke, and where it ' +
      'was seen. The same secret has the same keyed hash in --json wherever it stands. Exits with 1 if there are any.',
    arguments: [{ ...SESSIONS, optional: true }],
    options: [{ name: 'all', short: 'a', description: 'Look at all sessions.' }, JSON_OPTION],
    examples: [
      { does: 'In everything that is kept', line: 'hansard scan --all' },
      { does: 'In two sessions of the last list', line: 'hansard scan 1 2' },
    ],
    leaves: 'never',
    load: () => import('../scan.ts'),
  },
  {
    name: 'scrub',
    summary: 'Remove secrets from the archive for good',
    description:
      'Finds the secrets in the sessions named, shows their kinds and places without printing them, asks, and removes ' +
      'them from the whole archive: originals, events, index, notes, the bytes of the file, and the backups and ' +
      'copies that the archive knows of. Something of the same length is written in their place. Agents’ own files ' +
      'are never touched: the next sync reads them without what was removed, of which only keyed hashes are kept. ' +
      'Originals that were changed are no longer what the agent wrote, and say so. It can be interrupted; --finish completes it.',
    arguments: [{ ...SESSIONS, optional: true }],
    options: [
      { name: 'all', short: 'a', description: 'Look at all sessions.' },
      { name: 'rule', value: 'RULE', description: 'Only what this rule, or this group of rules, finds.' },
      { name: 'dry-run', description: 'Only show what would be removed.' },
      { name: 'yes', short: 'y', description: 'Do not ask.' },
      {
        name: 'finish',
        description: 'Complete what was interrupted, also in backups that were out of reach.',
      },
      JSON_OPTION,
    ],
    examples: [
      { does: 'What is there', line: 'hansard scrub --all --dry-run' },
      { does: 'Remove it from everything', line: 'hansard scrub --all' },
      { does: 'Only keys of one kind, from one session', line: 'hansard scrub 2 --rule anthropic-api-key' },
    ],
    removes: true,
    leaves: 'never',
    load: () => import('../scrub.ts'),
  },
  {
    name: 'profiles',
    summary: 'List the privacy profiles and what each takes out',
    description:
      'Shows every lever of every profile, the built-in ones and your own (see the setting privacy.file). A star marks ' +
      'the one that the settings choose.',
    arguments: [{ name: 'PROFILE', optional: true, repeats: true, description: 'only these' }],
    options: [JSON_OPTION],
    examples: [
      { does: 'All of them', line: 'hansard profiles' },
      { does: 'Two side by side', line: 'hansard profiles strict research' },
    ],
    leaves: 'never',
    load: () => import('../profiles.ts'),
  },
  {
    name: 'rules',
    summary: 'List the redaction rules, or try them on a text',
    description:
      'Without an action, lists all rules. `rules test TEXT` shows what the chosen profile finds in a text and what is ' +
      'left of it; `rules test` alone checks the file with your own rules, profiles and exceptions (see the setting ' +
      'privacy.file) and tries the examples in it.',
    arguments: [
      { name: 'ACTION', optional: true, choices: ['list', 'test'], description: 'list or test' },
      { name: 'TEXT', optional: true, repeats: true, description: 'what to look at, or - for standard input' },
    ],
    options: [PROFILE_OPTION, JSON_OPTION],
    examples: [
      { does: 'What is found in a file', line: 'hansard rules test - < notes.txt' },
      { does: 'Whether your own rules are valid', line: 'hansard rules test' },
    ],
    leaves: 'never',
    load: () => import('../rules.ts'),
  },
];
