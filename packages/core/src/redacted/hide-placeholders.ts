/** Nothing is found by what stands for something that was removed. */
import { placeholdersIn } from '../privacy/texts/placeholder.ts';

/** Blanks in place of what stands for something removed. */
export function hidePlaceholders(text: string): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of placeholdersIn(text)) {
    shown += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return shown + text.slice(at);
}
