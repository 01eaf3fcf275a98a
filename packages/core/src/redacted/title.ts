/** What a session is called where it may leave. */

import type { Redacted } from '../privacy/index.ts';
import type { Transcript } from '../transcript.ts';

const LONGEST_TITLE = 120;

/** Its title, or what was asked first. */
export function titleOf({ session, events }: Redacted<Transcript>): string {
  const title = session.title ?? events.find(({ type, text }) => type === 'user_message' && text)?.text ?? '';
  return clip(title.trim().replaceAll(/\s+/g, ' '), LONGEST_TITLE);
}

/** Never half of a character of two units. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}
