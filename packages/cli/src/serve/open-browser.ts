/** Shows an address in the user's browser, if there is one: nobody waits for it, and nothing is said if there is none. */
import { spawn } from 'node:child_process';

const COMMANDS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // The first of what `start` takes in quotes is the title of a window.
  win32: ['cmd', '/c', 'start', '""'],
};

export function openBrowser(url: string): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

/** Whether somebody sits in front of it, and not a program. */
export const hasAudience = (env: Environment): boolean => !env['CI'] && process.stdin.isTTY === true;

/** Whether a browser would show up where they sit. */
export function canOpenBrowser(env: Environment): boolean {
  if (!hasAudience(env) || env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  return process.platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

type Environment = Readonly<Record<string, string | undefined>>;
