/** The files of this repository, as the house tests see them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Paths of all files that are or would be committed, with forward slashes, relative to the root. */
export function repositoryFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return listed.split('\0').filter((path) => path && existsSync(join(root, path)));
}

/** Code that ships: no tests, nothing that only tests need, no fixtures. */
export function shippedSources(): string[] {
  return repositoryFiles().filter(
    (path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.ts$|\/(testing|corpus|fixtures)\//.test(path),
  );
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Where a pattern occurs, as `path:line: text`. */
export function occurrences(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) => {
    const text = readText(path);
    if (!pattern.test(text)) return [];
    return text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : []));
  });
}
