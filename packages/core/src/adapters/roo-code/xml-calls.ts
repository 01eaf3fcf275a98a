/** Calls that a model wrote as XML in its words: `<read_file><path>…</path></read_file>`. Written by models, so nothing is sure. */
import { TOOLS } from './native.ts';

export interface Said {
  readonly text?: string;
  readonly thought?: string;
  readonly call?: { readonly name: string; readonly input: Record<string, unknown> };
}

const OPENING = /<([a-z_]{3,40})>/g;
const FINAL = 'attempt_completion';

/** The words of a response in pieces, in order. A call that is not closed goes to the end. */
export function piecesOf(text: string): Said[] {
  const pieces: Said[] = [];
  let rest = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const name = match[1] as string;
    const isThought = name === 'thinking';
    if (!isThought && name !== FINAL && !Object.hasOwn(TOOLS, name)) continue;
    const from = match.index + match[0].length;
    const closing = text.indexOf(`</${name}>`, from);
    if (closing < 0 && isThought) continue;
    const end = closing < 0 ? text.length : closing;
    addText(pieces, text.slice(rest, match.index));
    const inner = text.slice(from, end);
    if (isThought) pieces.push({ thought: inner.trim() });
    else pieces.push({ call: { name, input: fieldsOf(inner) } });
    rest = closing < 0 ? text.length : end + name.length + 3;
    OPENING.lastIndex = rest;
  }
  addText(pieces, text.slice(rest));
  return pieces;
}

function addText(pieces: Said[], text: string): void {
  if (text.trim() !== '') pieces.push({ text: text.trim() });
}

/** The elements at the top; one that stands several times is a list. What is none of them is kept as words. */
function fieldsOf(inner: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  let at = 0;
  for (;;) {
    const open = /<([A-Za-z_]\w{0,40})>/.exec(inner.slice(at, at + 200));
    const name = open?.[1];
    if (!open || name === undefined || name === '__proto__') break;
    const from = at + open.index + open[0].length;
    const end = inner.indexOf(`</${name}>`, from);
    if (end < 0) break;
    const value = inner.slice(from, end).replace(/^\n|\n$/g, '');
    const before = fields[name];
    fields[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
    at = end + name.length + 3;
  }
  const left = inner.slice(at).trim();
  if (left !== '') fields['text'] = left;
  return fields;
}

export const isFinal = (name: string): boolean => name === FINAL;
