/** Which sessions a profile is meant for, by the folder they ran in. */
import type { Transcript } from '../../transcript.ts';
import type { Profile } from './profile.ts';

export function isInScope({ scope }: Profile, head: Pick<Transcript, 'session'>): boolean {
  const { onlyProjects, exceptProjects } = scope;
  if (onlyProjects.length === 0 && exceptProjects.length === 0) return true;
  const folder = head.session?.environment?.cwd;
  if (typeof folder !== 'string') return onlyProjects.length === 0;
  if (exceptProjects.some((pattern) => matches(pattern, folder))) return false;
  return onlyProjects.length === 0 || onlyProjects.some((pattern) => matches(pattern, folder));
}

/** The folder itself and everything below it. `*` is anything within a name, `**` any number of folders. */
function matches(pattern: string, folder: string): boolean {
  return matchNames(namesOf(pattern), namesOf(folder));
}

const namesOf = (path: string): string[] => path.split(/[\\/]+/).filter((name) => name !== '');

/** Walks both lists once; a `**` remembers where to go on when the rest does not fit. */
function matchNames(pattern: readonly string[], names: readonly string[]): boolean {
  let p = 0;
  let resume: { p: number; n: number } | undefined;
  for (let n = 0; n < names.length; ) {
    if (p === pattern.length) return true;
    if (pattern[p] === '**') {
      resume = { p: p + 1, n };
      p++;
    } else if (matchName(pattern[p]!, names[n]!)) {
      p++;
      n++;
    } else if (resume) {
      resume.n++;
      p = resume.p;
      n = resume.n;
    } else return false;
  }
  return pattern.slice(p).every((name) => name === '**');
}

function matchName(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  if (parts.length === 1) return parts[0] === text;
  let at = parts[0]!.length;
  if (!text.startsWith(parts[0]!)) return false;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts.at(-1)!;
  return text.length - last.length >= at && text.endsWith(last);
}
