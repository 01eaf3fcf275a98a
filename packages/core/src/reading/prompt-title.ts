/**
 * A session without a title is known by its first real prompt. A slash command such as `/model` says nothing about
 * the work, so it names a session only when there is nothing else.
 */
import type { EventDraft } from '../adapters/contract.ts';

/** A line of nothing but tags: files that were attached stand before what was asked. */
const TAGS_ALONE = /^\s*<[^<>]{1,500}>(?:<\/[^<>]{1,100}>)?\s*$/;
/** `/model opus`, but neither `/review the parser and its tests` nor a path. */
const COMMAND = /^\/[a-z][\w:.-]{0,60}(?:\s+\S+){0,2}$/i;

type Prompt = Pick<EventDraft, 'audience' | 'text' | 'type'>;

/** The first line with words in it. */
export function firstWords({ audience, text }: Prompt): string | undefined {
  if (audience === 'model' || !text?.trim()) return undefined;
  const lines = text.slice(0, 2000).split('\n');
  const words = lines.find((line) => line.trim() !== '' && !TAGS_ALONE.test(line)) ?? lines.find((line) => line.trim());
  return words?.trim().slice(0, 200);
}

export const isCommand = (words: string): boolean => COMMAND.test(words);

/** Which of two names of a session stays, when `later` was asked after `earlier`. */
export function betterTitle(earlier: string | undefined, later: string | undefined): string | undefined {
  if (earlier === undefined || later === undefined) return earlier ?? later;
  return isCommand(earlier) && !isCommand(later) ? later : earlier;
}

/** The title that a session's prompts give it. */
export function promptTitle(events: Iterable<Prompt>): string | undefined {
  let title: string | undefined;
  for (const event of events) {
    if (event.type === 'user_message') title = betterTitle(title, firstWords(event));
    if (title !== undefined && !isCommand(title)) break;
  }
  return title;
}
