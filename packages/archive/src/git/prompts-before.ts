/** What the user had asked for when events happened: the first words of the message before each, by the event's key. */
import { firstWords } from '@hansard/core/reading/prompt-title.ts';
import type { Archive } from '../archive.ts';
import { userMessageBefore } from '../sqlite/git/written-edits.ts';

const MOST = 200;

export async function promptsBefore(archive: Archive, numbers: Iterable<number>): Promise<Map<string, string>> {
  const asked = userMessageBefore(archive.sql, [...new Set(numbers)].slice(0, MOST));
  const messages = [...new Set(asked.map(({ message }) => message))].sort((a, b) => a - b);
  const texts = new Map<number, string>();
  for (const { number, event } of await archive.events.events(messages)) {
    const words = firstWords(event);
    if (words) texts.set(number, words);
  }
  return new Map(
    asked.flatMap(({ key, message }) => (texts.has(message) ? [[key, texts.get(message) as string]] : [])),
  );
}
