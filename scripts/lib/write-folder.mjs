/**
 * Makes a folder hold exactly these files. Programs may be running from it, and several builds may write it at
 * once: a file that is right is left alone, others are put in place whole, and stale ones go last.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param {Record<string, string>} files */
export function writeFolder(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.tmp`;
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    if (entry.isFile() && !(name in files) && !name.endsWith('.tmp')) rmSync(path, { force: true });
  }
}
