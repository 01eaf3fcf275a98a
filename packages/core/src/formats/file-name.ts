/**
 * A name for the file of an exported session that people can read: date, project, title and the beginning of its id. It is
 * made from the header that leaves, so what the privacy gate removed is not in it.
 */
import type { TranscriptHeader } from './contract.ts';

/** In UTF-16 units: three bytes each at most, of the 255 that a name may have. */
const LONGEST_TITLE = 46;
const LONGEST_PROJECT = 24;
/** Enough to tell two sessions of the same day and title apart. */
const ID_LENGTH = 8;

export function fileNameOf(header: TranscriptHeader, extension: string): string {
  const { session } = header;
  const day = /^\d{4}-\d\d-\d\d/.exec(session.startedAt ?? '')?.[0] ?? '';
  const project = slug(projectOf(header), LONGEST_PROJECT);
  const title = slug(session.title ?? '', LONGEST_TITLE);
  return `${[day, project, title, shortId(header)].filter(Boolean).join('-')}.${extension}`;
}

/** For a locked file, whose name says nothing of what is in it. */
export const lockedFileNameOf = (header: TranscriptHeader, extension: string): string =>
  `session-${shortId(header)}.${extension}`;

const shortId = ({ transcriptId }: TranscriptHeader): string =>
  slug(transcriptId.replaceAll('-', ''), ID_LENGTH) || 'session';

/** The repository, else the last folder of where the agent worked. */
export function projectOf({ session: { environment } }: TranscriptHeader): string {
  const folder = environment?.cwd?.split(/[\\/]/).findLast((name) => name !== '');
  return environment?.repo?.name ?? folder ?? '';
}

const REPLACED = /\[REDACTED:[^\]]*\]|\banon-[a-z]+-[0-9a-f]+\b/g;

/** Lower-case letters and digits of any script, other characters as one hyphen, cut between words where there is one. */
function slug(text: string, longest: number): string {
  const words = text
    .slice(0, 1000)
    .replaceAll(REPLACED, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{Ll}\p{Lo}\p{Nd}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (words.length <= longest) return words;
  const cut = words.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  const end = cut.lastIndexOf('-');
  return (end > longest / 2 ? cut.slice(0, end) : cut).replace(/-+$/, '');
}
