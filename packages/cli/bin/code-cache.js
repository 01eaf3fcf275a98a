// Keeps compiled code between runs, where Node can (22.8 and later): compiling is a good part of a short command.
import { mkdirSync } from 'node:fs';
import * as modules from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export function keepCompiledCode({ env, platform } = process) {
  if (!modules.enableCompileCache) return;
  try {
    // Only the user may write there: whoever else could would decide what runs.
    const folder = join(cacheFolder(env, platform), 'hansard', 'code');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    modules.enableCompileCache(folder);
  } catch {
    // A home that cannot be written to costs a few milliseconds, not the command.
  }
}

function cacheFolder(env, platform) {
  if (platform === 'win32' && env.LOCALAPPDATA) return env.LOCALAPPDATA;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(homedir(), '.cache');
}
