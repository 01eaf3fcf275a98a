/** The program of an agent: as the settings name it, else on the path. Never from a request. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `set` is a program with its arguments; one that begins with `-` gives arguments alone. */
export function findProgram(name: string, set: readonly string[] | undefined, env: Environment): Program | undefined {
  const [first = name, ...rest] = set ?? [];
  const [wanted, args] = first.startsWith('-') ? [name, set ?? []] : [first, rest];
  const command = isAbsolute(wanted) ? (canRun(wanted) ? wanted : undefined) : onPath(wanted, env);
  return command === undefined ? undefined : { command, args };
}

function onPath(name: string, env: Environment): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', ''] : [''];
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    for (const ending of endings) {
      const path = join(folder, `${name}${ending}`);
      if (folder !== '' && canRun(path)) return path;
    }
  }
  return undefined;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
