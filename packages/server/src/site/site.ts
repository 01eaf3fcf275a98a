/**
 * Files that are sent to browsers: the page, and the reference of the API. What is in the folder when the server starts
 * is all there is, so that no name in an address leads anywhere else.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Answer } from '../answers/answer.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

export class Site {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #files = new Map<string, Answer>();

  constructor(folder: string | undefined) {
    this.#folder = folder ?? '';
    this.#names = new Set(folder !== undefined && existsSync(folder) ? namesIn(folder) : []);
  }

  /** A file by its name in the folder, read once. */
  file(name: string): Answer | undefined {
    if (!this.#names.has(name)) return undefined;
    const known = this.#files.get(name);
    if (known) return known;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const answer = new Answer(readFileSync(join(this.#folder, name)), type);
    this.#files.set(name, answer);
    return answer;
  }
}

function namesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}
