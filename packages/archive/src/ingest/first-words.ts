/** Without a title, a session is known by what was asked first. */
import type { EventDraft } from '@hansard/core';

/** A line of nothing but tags: files that were attached stand before what was asked. */
const TAGS_ALONE = /^\s*<[^<>]{1,500}>(?:<\/[^<>]{1,100}>)?\s*$/;

export function firstWords({ audience, text }: EventDraft): string | undefined {
  if (audience === 'model' || !text?.trim()) return undefined;
  const lines = text.slice(0, 2000).split('\n');
  const words = lines.find((line) => line.trim() !== '' && !TAGS_ALONE.test(line)) ?? lines.find((line) => line.trim());
  return words?.trim().slice(0, 200);
}
