/**
 * A request as rules see it: files inside the session's folder by their way from there, and each also where it really lies, so that
 * neither `..` nor a link nor other letters lead round a rule.
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { PermissionAsk } from '../drivers/contract.ts';

export function seenFrom(ask: PermissionAsk, folder: string): PermissionAsk {
  if (ask.paths === undefined) return ask;
  const real = realOf(folder);
  const paths = ask.paths.flatMap((path) => {
    const whole = resolve(folder, path);
    return [wayFrom(folder, whole), wayFrom(real, realOf(whole))];
  });
  return { ...ask, paths: [...new Set(paths)] };
}

function wayFrom(folder: string, path: string): string {
  const way = relative(folder, path);
  const isInside = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  return isInside ? way.split(sep).join('/') : path;
}

/** Of what is not there yet, the folder that is. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realOf(folder), basename(path));
  }
}
