/** Rows as plain HTML, for readers without scripts. Every word of the session goes through `escapeHtml`. */
import { escapeHtml } from './escape.ts';
import { jsonLines } from './json-lines.ts';
import { type Body, ROW_HEADS, ROW_KINDS, type Row } from './row.ts';

/** `limit` is the number of characters of the session's words that may be in it. */
export function plainRow(row: Row, seq: number, time: number | null, limit: number): string {
  const { kind, head, note, from, body } = row;
  const at = time === null ? '' : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  const notes = [note, from && `in ${from}`, at].filter((text) => text);
  const title = `<b>${escapeHtml(head || (ROW_HEADS[kind] ?? ''))}</b> <span>${escapeHtml(notes.join(' · '))}</span>`;
  const link = `<a href="#e${seq}">#${seq}</a>`;
  let left = limit;
  const bodies = body.map((item) => {
    const text = textOf(item).slice(0, Math.max(0, left));
    left -= text.length;
    return plainBody(item, text);
  });
  const inside = FOLDED.has(kind)
    ? `<details><summary>${title} ${link}</summary>${bodies.join('')}</details>`
    : `<header>${title} ${link}</header>${bodies.join('')}`;
  return `<article class="${ROW_KINDS[kind]}" id="e${seq}">${inside}</article>\n`;
}

/** What the agent and its tools tell one another. */
const FOLDED: ReadonlySet<string> = new Set(['s', 'm']);

function textOf([kind, text]: Body): string {
  return kind === 'j' ? jsonLines(text) : text;
}

function plainBody([kind]: Body, text: string): string {
  return kind === 'p' ? `<p>${escapeHtml(text)}</p>` : `<pre>${escapeHtml(text)}</pre>`;
}

/** A prompt in the list of prompts. */
export function plainPrompt({ body }: Row, seq: number): string {
  const words = body.map(textOf).join('\n').slice(0, LONGEST_PROMPT);
  return `<li value="${seq}"><a href="#e${seq}">#${seq}</a> <p>${escapeHtml(words)}</p></li>\n`;
}

/** All of it is in the conversation, and in what is packed. */
const LONGEST_PROMPT = 2000;
