// Compiled code between runs, in the user's cache folder: only the user may write there, because whoever else could
// would decide what runs. A cache that cannot be read or written costs milliseconds, never the command.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { crc32 } from 'node:zlib';

/** The checksums of source and code: V8 compares no more than lengths, and code that was cut would crash it. */
const HEAD = 8;
/** What is older is of a version that is gone, or is made again. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

export class CodeCache {
  #root;
  #folder;
  #fresh = [];

  constructor({ env, platform, version, arch } = process) {
    this.#root = join(cacheFolder(env, platform), 'hansard', 'code');
    this.#folder = join(this.#root, `${version}-${arch}`);
  }

  /** Undefined unless it was made from this source. */
  read(name, source) {
    try {
      const bytes = readFileSync(join(this.#folder, name));
      const code = bytes.subarray(HEAD);
      const isRight = bytes.readUInt32LE(0) === crc32(source) && bytes.readUInt32LE(4) === crc32(code);
      return isRight ? code : undefined;
    } catch {
      return undefined;
    }
  }

  add(name, source, script) {
    this.#fresh.push({ name, source, script });
  }

  /** To be called when the program has done something: what ran has been compiled by then, and is kept too. */
  write() {
    const fresh = this.#fresh.splice(0);
    if (fresh.length === 0) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      for (const one of fresh) this.#writeOne(one);
      removeOld(this.#root);
    } catch {
      // A home that cannot be written to, a full disk.
    }
  }

  #writeOne({ name, source, script }) {
    const code = script.createCachedData();
    const head = Buffer.alloc(HEAD);
    head.writeUInt32LE(crc32(source), 0);
    head.writeUInt32LE(crc32(code), 4);
    const file = join(this.#folder, name);
    // Whole or not at all: another command may read it at this moment.
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, Buffer.concat([head, code]), { mode: 0o600 });
    renameSync(temporary, file);
  }
}

function removeOld(root) {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file, { force: true });
  }
}

function cacheFolder(env, platform) {
  if (platform === 'win32' && env.LOCALAPPDATA) return env.LOCALAPPDATA;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(homedir(), '.cache');
}
