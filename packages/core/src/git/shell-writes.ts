/**
 * What a command of a shell says that it writes: here-documents and words that go to a file, and patches that are applied.
 * What a program makes of a file (a formatter, `sed`) is not in the command; see changing-commands.ts.
 */

import { commandText } from '../reading/command-text.ts';
import { diffHunks } from './hunks.ts';
import { shellWords, splitHereDocuments } from './shell-command.ts';
import type { WrittenFile } from './written-lines.ts';

const APPLIES = /\bgit\s+(?:-\S+\s+)*(apply|am)\b|\bpatch\b/;

export function shellWrites(input: unknown): WrittenFile[] {
  const command = commandText(input);
  if (command === undefined || !/[<>]|\btee\b/.test(command)) return [];
  const { plain, documents } = splitHereDocuments(command);
  const folder = folderOf(plain);
  const files: WrittenFile[] = [];
  for (const { line, lines } of documents) {
    if (APPLIES.test(line)) files.push(...patchedFiles(lines.join('\n')));
    else {
      const path = targetOf(shellWords(line));
      if (path !== undefined && lines.length > 0) files.push({ path, kind: 'command', hunks: [{ lines }] });
    }
  }
  for (const line of plain) files.push(...printed(line));
  return files.map((file) => ({ ...file, path: within(folderIn(documents, folder), file.path) }));
}

/** A command may go into a folder first: `cd packages/web && cat > a.ts`. */
function folderOf(lines: readonly string[]): string | undefined {
  return lines.map((line) => /^\s*cd\s+([^\s;&|]+)\s*(?:&&|;|$)/.exec(line)?.[1]).find((found) => found !== undefined);
}

function folderIn(documents: readonly { line: string }[], folder: string | undefined): string | undefined {
  return folder ?? folderOf(documents.map(({ line }) => line));
}

function within(folder: string | undefined, path: string): string {
  if (folder === undefined || path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return path;
  return `${folder.replace(/\/+$/, '')}/${path.replace(/^\.\//, '')}`;
}

/** The file behind `>`, `>>` or `tee`. */
function targetOf(words: readonly string[]): string | undefined {
  const redirected = words.findIndex((word) => word === '>' || word === '>>');
  if (redirected >= 0) return asPath(words[redirected + 1]);
  const tee = words.indexOf('tee');
  return tee < 0 ? undefined : asPath(words.slice(tee + 1).find((word) => !word.startsWith('-')));
}

/** Nothing that a shell would make something else of. */
const asPath = (word: string | undefined): string | undefined =>
  word === undefined || word === '' || /[$`*?]|^\/dev\//.test(word) || word.length > 4096 ? undefined : word;

/** `echo "…" >> file`. */
function printed(line: string): WrittenFile[] {
  const words = shellWords(line);
  const [program] = words;
  const redirected = words.findIndex((word) => word === '>' || word === '>>');
  if ((program !== 'echo' && program !== 'printf') || redirected < 0) return [];
  const path = asPath(words[redirected + 1]);
  const said = words.slice(1, redirected).filter((word) => !/^-[neE]+$/.test(word));
  if (path === undefined || said.length === 0 || said.some((word) => /[;|&]/.test(word) && word.length < 3)) return [];
  const text = program === 'printf' ? (said[0] as string) : said.join(' ');
  const lines = text.replaceAll('\\n', '\n').replace(/\n$/, '').split('\n');
  return [{ path, kind: 'command', hunks: [{ lines }] }];
}

/** The files of a patch, as `git apply` and `patch` name them. */
export function patchedFiles(patch: string): WrittenFile[] {
  const files: WrittenFile[] = [];
  for (const piece of patch.split(/^(?=diff --git )|^(?=--- )(?<!\n\+.*\n)/m)) {
    const target = /^\+\+\+ (?:"?b\/)?([^\t\n"]+)/m.exec(piece)?.[1];
    if (target === undefined || target === '/dev/null') continue;
    const hunks = diffHunks(piece);
    const isNew = /^--- \/dev\/null/m.test(piece);
    if (hunks.length > 0) files.push({ path: target.trim(), kind: isNew ? 'create' : 'edit', hunks });
  }
  return files;
}
