/** Whether a base64 value stands under `data` of a manifest whose kind is Secret. */
import type { Check } from '../rule.ts';

const LOOK_BACK = 16_384;

/** YAML: every line since `data:` is indented, and the document says its kind before or behind. */
export const isDataOfKubernetesSecret: Check = (value, text, start) => {
  if (value.length % 4 !== 0) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const block =
    /(?:^|\n) {0,8}(?:data|stringData):[ \t]*\r?\n((?: {1,16}[^\n]*\r?\n)*) {1,16}[\w.-]{1,100}: {0,4}["']?$/.exec(
      before,
    );
  if (!block) return false;
  const document =
    before.slice(before.lastIndexOf('\n---') + 1) + text.slice(start, start + LOOK_BACK).split('\n---', 1)[0];
  return /(?:^|\n) {0,8}kind: ?["']?Secret\b/.test(document);
};

/** JSON: the innermost open brace before the value belongs to `"data"`. */
export const isJsonOfKubernetesSecret: Check = (value, text, start) => {
  if (value.length % 4 !== 0) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const open = before.lastIndexOf('{');
  return open > before.lastIndexOf('}') && /"data"\s{0,4}:\s{0,4}$/.test(before.slice(0, open));
};
