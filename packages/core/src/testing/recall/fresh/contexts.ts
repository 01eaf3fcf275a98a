/** Where texts stand in what agents print: panes, frames, streams, traces, other people's strings. */
import type { Context } from '../contexts.ts';

const each =
  (change: (line: string, i: number) => string): Context =>
  (text) =>
    text.split('\n').map(change).join('\n');
const entities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const FRESH_CONTEXTS: Readonly<Record<string, Context>> = {
  'as it is': (text) => text,
  'between other output': (text) => `Last login: Tue Mar  3 09:12:44\n$ make show\n${text}\nmake: done\n`,
  'pane with borders': each((line) => `│ ${line.padEnd(90)} │`),
  'journal of a service': each((line, i) => `Mar 03 09:12:${10 + (i % 50)} build-7 deploy[2211]: ${line}`),
  'output of services': each((line) => `web-1  | ${line}`),
  'output of pods': each((line) => `[pod/api-7d9f8b6c5-x2x4l/api] ${line}`),
  'job of a CI': each((line, i) => `2026-03-03T09:12:${10 + (i % 50)}.1234567Z ${line}`),
  'logging of Python': each((line) => `INFO:deploy.settings:${line}`),
  'level in brackets': each((line) => `09:12:44.120 [info] ${line}`),
  'indented code': each((line) => `        ${line}`),
  'frame with line numbers': (text) =>
    `bat settings\n${each((line, i) => `${String(i + 1).padStart(4)}   │ ${line}`)(text)}`,
  'matches with context': each((line, i) => `${i + 31}-${line}`),
  blame: each((line, i) => `3f2a9c1b (Bob Acme 2026-03-03 09:12:44 +0100 ${String(i + 1).padStart(3)}) ${line}`),
  'frame of a compiler': each((line, i) => `${i === 0 ? '>' : ' '} ${String(i + 12).padStart(3)} | ${line}`),
  patch: (text) =>
    `*** Begin Patch\n*** Update File: settings\n@@\n ctx\n${each((line) => `+${line}`)(text)}\n*** End Patch`,
  'server-sent events': each((line) => `data: ${line}`),
  'comment of SQL': each((line) => `-- ${line}`),
  'comment of C': each((line) => ` * ${line}`),
  'escaped for HTML': (text) => `<pre>${entities(text)}</pre>`,
  'list of strings': (text) =>
    JSON.stringify(
      text.split('\n').map((line) => `${line}\n`),
      null,
      1,
    ),
  'field of a log in JSON': (text) => JSON.stringify({ level: 30, time: 1772529164000, msg: text, pid: 2211 }),
  'recorded terminal': (text) => JSON.stringify([4.201, 'o', text.replaceAll('\n', '\r\n')]),
  'three strings deep': (text) => JSON.stringify(JSON.stringify({ a: JSON.stringify({ out: text }) })),
  'bytes of Python': (text) => `b'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`,
  'nested quotation': each((line) => `> > ${line}`),
  prompt: (text) => `hey, deploy fails since this morning. here is what I have:\n${text}\nany idea?`,
  'numbered by sed': each((line, i) => `${i + 1}: ${line}`),
};
