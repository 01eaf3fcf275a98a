/** Whether a base64 value stands under `data` of a manifest whose kind is Secret. */
import type { Check } from '../rule.ts';

const LOOK_BACK = 8_192;

/** YAML: every line since `data:` is indented further, and the document says its kind before or behind. */
export const isDataOfKubernetesSecret: Check = (value, text, start) => {
  if (value.length % 4 !== 0) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const at = before.lastIndexOf('ata:');
  if (at < 0) return false;
  const line = before.lastIndexOf('\n', at) + 1;
  const opening = /^( *)(?:data|stringData):[ \t]*\r?\n/.exec(before.slice(line));
  if (!opening || hasShallowLine(before.slice(line + opening[0].length), opening[1]!.length)) return false;
  const behind = text.slice(start, start + LOOK_BACK);
  const document = before.slice(before.lastIndexOf('\n---') + 1) + behind.split('\n---', 1)[0];
  return /^ {0,8}kind: ?["']?Secret\b/m.test(document);
};

/** A line that is indented no further than so many blanks ends the mapping. */
function hasShallowLine(lines: string, indentation: number): boolean {
  return lines.split('\n').some((line) => line.trim() !== '' && line.search(/\S/) <= indentation);
}

/** JSON: the innermost open brace before the value belongs to `"data"`. */
export const isJsonOfKubernetesSecret: Check = (value, text, start) => {
  if (value.length % 4 !== 0) return false;
  let open = start - 1;
  for (const stop = Math.max(0, start - LOOK_BACK); open >= stop && text[open] !== '{'; open--)
    if (text[open] === '}') return false;
  return text[open] === '{' && /"data"\s{0,4}:\s{0,4}$/.test(text.slice(Math.max(0, open - 20), open));
};
