// Loads the program's chunks, with their compiled code from the last run: compiling takes longer than most commands.
// Node keeps compiled code by itself from 22.8 on, but not on Node 20, and reads ES modules twice as slowly as this.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import vm from 'node:vm';
import { CodeCache } from './code-cache.js';

const HEAD = '(function (exports, require, module, __filename, __dirname) {';

/** Later, V8 has dropped the code of what ran at the start and not since: the next command would have to compile it. */
const SOON_MS = 2000;

/** What the file exports; the chunks that it requires lie beside it. */
export function loadProgram(file) {
  const folder = dirname(file);
  const outside = createRequire(file);
  const cache = new CodeCache();
  const modules = new Map();
  setTimeout(() => cache.write(), SOON_MS).unref();
  process.on('exit', () => process.uptime() * 1000 < 2 * SOON_MS && cache.write());

  function inside(name) {
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const filename = join(folder, name);
    compiled(filename, name)(module.exports, load, module, filename, folder);
    return module.exports;
  }

  function compiled(filename, name) {
    const bytes = bytesOf(filename);
    const cachedData = cache.read(name, bytes);
    // The build leaves nothing but ASCII.
    const source = bytes.latin1Slice();
    const script = new vm.Script(`${HEAD}${source}\n})`, { filename, columnOffset: -HEAD.length, cachedData });
    if (!cachedData || script.cachedDataRejected) cache.add(name, bytes, script);
    return script.runInThisContext();
  }

  const load = (name) => (name.startsWith('./') ? inside(name.slice('./'.length)) : outside(name));
  return inside(basename(file));
}

/** Chunks have other names in another version: a program that was running when it was updated finds none of them. */
function bytesOf(filename) {
  try {
    return readFileSync(filename);
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error('Hansard was updated, or is not whole: start it again, or install it again.', { cause });
  }
}
