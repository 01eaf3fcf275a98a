/** How deep the objects and lists of a JSON text are nested, without building them. */
import { skipString } from './json-position.ts';

export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    if (char === '"') {
      at = skipString(text, at);
      continue;
    }
    if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
    at++;
  }
  return deepest;
}
