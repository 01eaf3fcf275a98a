/** The beginnings of prompts, read from their events. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { Content } from '../content/content.ts';

const LONGEST = 240;
/** More are not read: the others stay without text. */
const MOST = 2000;

export async function promptTexts(
  content: Content,
  session: SessionId,
  prompts: readonly { readonly logSeq: number }[],
  longest = LONGEST,
): Promise<ReadonlyMap<number, string>> {
  const logSeqs = prompts.slice(0, MOST).map(({ logSeq }) => logSeq);
  const texts = await content.texts(session, logSeqs);
  return new Map([...texts].map(([logSeq, text]) => [logSeq, beginning(text, longest)]));
}

/** Never half of a character of two units. */
function beginning(text: string, longest: number): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
