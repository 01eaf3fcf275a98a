/** A page that lists exported sessions, for a folder of HTML files. It has no script, and loads nothing. */
import type { FormatContext } from '../contract.ts';
import { escapeHtml } from './escape.ts';
import { policyHash } from './policy-hash.ts';

export interface IndexEntry {
  /** Name of the file beside the page. */
  readonly file: string;
  readonly title: string;
  /** RFC 3339. */
  readonly startedAt: string;
  /** Agent, project, numbers. */
  readonly facts: readonly string[];
}

/** The newest first. */
export function indexPage(entries: readonly IndexEntry[], context: Pick<FormatContext, 'digest'>): string {
  const sorted = [...entries].sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
  const count = `${entries.length} ${entries.length === 1 ? 'session' : 'sessions'}`;
  const policy = `default-src 'none'; style-src ${policyHash(STYLE, context)}; base-uri 'none'; form-action 'none'`;
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${count}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    `<h1>${count}</h1>`,
    '<ol>',
    ...sorted.map(itemOf),
    '</ol>',
    '</body>',
    '</html>\n',
  ].join('\n');
}

function itemOf({ file, title, startedAt, facts }: IndexEntry): string {
  const day = startedAt.slice(0, 16).replace('T', ' ');
  const line = [day, ...facts].filter(Boolean).join(' · ');
  return `<li><a href="./${encodeURIComponent(file)}">${escapeHtml(title)}</a><p>${escapeHtml(line)}</p></li>`;
}

const STYLE = [
  ':root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif;background:light-dark(#fff,#16181c);color:light-dark(#1c1e21,#e4e6ea)}',
  'body{max-width:48rem;margin:2rem auto;padding:0 1rem}',
  'h1{font-size:1.25rem}',
  'ol{list-style:none;margin:0;padding:0}',
  'li{padding:.6rem 0;border-top:1px solid light-dark(#e3e5e8,#2c3037)}',
  'a{color:light-dark(#0b5cad,#7db8ff);text-decoration:none;font-weight:550;overflow-wrap:anywhere}',
  'a:hover{text-decoration:underline}',
  'p{margin:0;color:light-dark(#5b6068,#9aa1ab);font-size:.87rem;overflow-wrap:anywhere}',
].join('');
