/** The lines of a file with who wrote them, in the words that are printed. */
import { type Archive, eventsAbout, type FileBlame } from '@hansard/archive';
import type { AuthorKind, Confidence, Tier } from '@hansard/core/git/line-author.ts';
import type { LineRange } from './line-range.ts';

/** One entry of `hansard blame --json`. */
export interface BlameLine {
  readonly line: number;
  readonly text: string;
  readonly commit: string;
  readonly author: AuthorKind;
  readonly agent: string | null;
  readonly model: string | null;
  readonly session: string | null;
  /** The agent's own id of the session. */
  readonly nativeId: string | null;
  readonly event: string | null;
  readonly tier: Tier;
  readonly confidence: Confidence;
}

export function blameLines(archive: Archive, blame: FileBlame, { first, last }: LineRange): BlameLine[] {
  const { authors, blamed, edits } = blame;
  const events = new Set(authors.flatMap(({ edit, author }) => (edit && author !== 'human' ? [edit.event] : [])));
  const about = eventsAbout(archive.sql, events);
  const lines: BlameLine[] = [];
  for (let line = first; line <= last; line++) {
    const { text, commit } = blamed.lines[line - 1] as FileBlame['blamed']['lines'][number];
    const { author, tier, confidence, edit, noted } = authors[line - 1] as FileBlame['authors'][number];
    const told = author === 'human' ? undefined : edit;
    const session = told && edits.sessionOf(told);
    const event = told && about.get(told.event);
    lines.push({
      line,
      text,
      commit,
      author,
      agent: session?.agent ?? noted?.agent ?? null,
      model: event?.model ?? noted?.model ?? null,
      session: session?.uuid ?? null,
      nativeId: session?.nativeId ?? noted?.session ?? null,
      event: event?.key ?? null,
      tier,
      confidence,
    });
  }
  return lines;
}
