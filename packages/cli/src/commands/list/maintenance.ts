/** Commands that say something about sessions, and that look after the archive. */

import type { CommandSpec } from '../../command.ts';
import type { ArgumentSpec } from '../../command-shape.ts';
import { JSON_OPTION } from './options.ts';

const SESSION: ArgumentSpec = {
  name: 'SESSION',
  completes: 'file',
  description: 'a number of the last list, the beginning of an id, #N, or the path of one of its files',
};

export const careCommands: readonly CommandSpec[] = [
  {
    name: 'tag',
    summary: 'Tag sessions, and list tags',
    description:
      'Adds tags to a session, takes them away, or lists them. A tag is one word in small letters. Tags survive a ' +
      'rebuild and are part of backups. Without a session, lists all tags with the number of sessions that have them.',
    arguments: [
      { ...SESSION, optional: true },
      { name: 'ACTION', optional: true, choices: ['add', 'remove', 'list'], description: 'add, remove or list' },
      { name: 'TAG', optional: true, repeats: true, description: 'one word each' },
    ],
    options: [JSON_OPTION],
    examples: [
      { does: 'Tag the second session of the last list', line: 'hansard tag 2 add review api' },
      { does: 'Which tags there are', line: 'hansard tag' },
    ],
    leaves: 'never',
    load: () => import('../tag.ts'),
  },
  {
    name: 'note',
    summary: 'Write notes on sessions and their events',
    description:
      'Adds a note to a session or to one of its events, takes one away, or lists them. Notes survive a rebuild and ' +
      'are part of backups; they never leave the machine with a session that is shared. Without a session, lists all.',
    arguments: [
      { ...SESSION, optional: true },
      { name: 'ACTION', optional: true, choices: ['add', 'remove', 'list'], description: 'add, remove or list' },
      {
        name: 'TEXT',
        optional: true,
        repeats: true,
        description: 'what to add, or - for standard input; with remove, the beginning of the note’s id',
      },
    ],
    options: [
      { name: 'event', value: 'ID', description: 'With add: the event it is about, by id or number in the session.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Why it matters', line: 'hansard note 2 add "The fix for the login bug."' },
      { does: 'On one event', line: 'hansard note 2 add --event 14 "This is where it went wrong."' },
    ],
    leaves: 'never',
    load: () => import('../note.ts'),
  },
  {
    name: 'star',
    summary: 'Star sessions that matter',
    description:
      'Stars sessions: they are easy to find, and retention never removes them. Without a session, lists those that ' +
      'are starred, the last one first.',
    arguments: [{ ...SESSION, optional: true, repeats: true }],
    options: [{ name: 'remove', description: 'Unstar them.' }, JSON_OPTION],
    examples: [
      { does: 'Star two sessions of the last list', line: 'hansard star 1 4' },
      { does: 'What is starred', line: 'hansard star' },
    ],
    leaves: 'never',
    load: () => import('../star.ts'),
  },
  {
    name: 'rm',
    summary: 'Erase sessions for good',
    description:
      'Takes everything of a session out of the archive: events, index, usage, originals that no other session holds, ' +
      'tags and notes. The file of the archive is rewritten so that nothing is left in its bytes, and the backups ' +
      'and copies that the archive knows of are cleaned as well. The agents’ own files are never touched; the next ' +
      'sync leaves them out, even when they grow, are moved, or get company. Only hashes of their names are kept.',
    arguments: [{ ...SESSION, optional: true, repeats: true }],
    options: [
      {
        name: 'excluded',
        description: 'All sessions of agents and projects that your settings or a .hansardignore exclude.',
      },
      { name: 'dry-run', description: 'Only show what would be erased.' },
      { name: 'yes', short: 'y', description: 'Do not ask.' },
      { name: 'forget', description: 'Let sessions that were erased come back with the next sync.' },
      {
        name: 'finish',
        description: 'Complete an erasure that was interrupted, also in backups that were out of reach.',
      },
      JSON_OPTION,
    ],
    examples: [
      { does: 'Erase the second session of the last list', line: 'hansard rm 2' },
      { does: 'Erase what should never have been kept', line: 'hansard rm --excluded --yes' },
      { does: 'Undo it, as long as the agent has the file', line: 'hansard rm --forget ~/.claude/projects/x/y.jsonl' },
    ],
    removes: true,
    leaves: 'never',
    load: () => import('../rm.ts'),
  },
  {
    name: 'backup',
    summary: 'Write a copy of the archive',
    description:
      'Writes the whole archive to one file, consistent even while a sync is running, readable by you only. The archive ' +
      'remembers where it is, so that `rm` reaches it. To go back to it, put it in the place of archive.db; on another ' +
      'machine, add it to the archive there with `hansard import`. Originals are checked bit by bit; a copy with damaged ' +
      'ones takes no other’s place.',
    arguments: [{ name: 'FILE', completes: 'file', description: 'where to write it' }],
    options: [{ name: 'force', short: 'f', description: 'Replace the file if it is there.' }, JSON_OPTION],
    examples: [{ does: 'To an external disk', line: 'hansard backup /media/disk/hansard.db' }],
    leaves: 'never',
    load: () => import('../backup.ts'),
  },
  {
    name: 'import',
    summary: 'Add files of sessions, or another machine’s backup',
    description:
      'Adds anything that holds sessions: the log or database of any agent, a recorded wire, a document in any format that ' +
      'can be read (transcript, transcript-lines, universal, entries, trace-record, atif, otlp), a folder of runs, or a ' +
      'folder with any of these. Files are recognised by their content and kept as originals, and `restore` gives them ' +
      'back. A session that the archive has already gets one more input: nothing in it is doubled or changed. The same file ' +
      'again adds nothing, a later one what is new in it. --origin names where they come from, for `origin:NAME` in a ' +
      'search. Or adds what a backup of another machine’s archive holds, without duplicates: a session that both have ' +
      'is one session with the events of both, the longer and newer files win, and nothing is lost. Sessions are told ' +
      'apart by their machine (`machine:NAME` in a search). Tags and notes come along. Sessions that were erased here ' +
      'stay erased, and originals that were damaged here are mended. The same backup can be imported again, and a newer one adds what is new.',
    arguments: [
      {
        name: 'FILE',
        completes: 'file',
        repeats: true,
        description:
          'a log, database or wire of an agent, sessions in a format, a folder of such files, a file that `hansard backup` ' +
          'has written, or - for standard input',
      },
    ],
    options: [
      { name: 'origin', value: 'NAME', description: 'Where the files come from, such as the name of a container.' },
      JSON_OPTION,
    ],
    examples: [
      { does: 'What a colleague has shared', line: 'hansard import session.jsonl trajectory.json' },
      { does: 'What an agent left in a container', line: 'hansard import ./root-of-container --origin ci' },
      { does: 'A stream that an agent prints', line: 'some-agent --json "say hello" | hansard import -' },
      { does: 'The sessions of the laptop', line: 'hansard import laptop.db' },
    ],
    leaves: 'never',
    load: () => import('../import.ts'),
  },
  {
    name: 'rebuild',
    summary: 'Read all originals again with the current adapters',
    description:
      'Makes events, index and statistics again from the originals in the archive, also of files that the agents have ' +
      'removed: after an update of Hansard, what the new version understands better is then understood everywhere. Ids ' +
      'and numbers stay, tags and notes too. An interrupted one continues where it stopped. Damaged originals are ' +
      'mended first, from the agents’ files and from known backups.',
    arguments: [{ ...SESSION, optional: true, repeats: true }],
    options: [{ name: 'outdated', description: 'Only what was read by another version of its adapter.' }, JSON_OPTION],
    examples: [
      { does: 'After an update', line: 'hansard rebuild --outdated' },
      { does: 'One session', line: 'hansard rebuild 3' },
    ],
    leaves: 'never',
    load: () => import('../rebuild.ts'),
  },
  {
    name: 'diff-adapters',
    summary: 'Show what a rebuild would change',
    description:
      'Does what `rebuild` does, compares, and undoes it again: which events would be added, gone or changed, by type ' +
      'and field, and which problems there would be more or fewer of. Nothing is changed.',
    arguments: [{ ...SESSION, optional: true, repeats: true }],
    options: [{ name: 'outdated', description: 'Only what was read by another version of its adapter.' }, JSON_OPTION],
    examples: [{ does: 'Before a rebuild', line: 'hansard diff-adapters --outdated' }],
    leaves: 'never',
    load: () => import('../diff-adapters.ts'),
  },
  {
    name: 'doctor',
    summary: 'Check the archive, and what agents are about to delete',
    description:
      'Warns before an agent deletes sessions that are not in the archive yet, and tells of malformed records, models ' +
      'without a price, references that lead nowhere, originals that a newer adapter would read better, erasures and ' +
      'rebuilds that were not completed, the health and size of the database, originals that are no longer what was ' +
      'stored, and files that others can read; each with what to do. The exit status is 1 when something needs attention.',
    arguments: [],
    options: [{ name: 'quick', description: 'Leave out checks that read the whole database.' }, JSON_OPTION],
    examples: [
      { does: 'Once a week', line: 'hansard doctor' },
      { does: 'For a program that tells you', line: 'hansard doctor --quick --json' },
    ],
    leaves: 'never',
    load: () => import('../doctor.ts'),
  },
];
