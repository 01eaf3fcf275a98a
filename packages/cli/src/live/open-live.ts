/** Runs agents with the user's settings: where they may work, which programs they are, what they may do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Archive } from '@hansard/archive';
import { Failure, type Host } from '@hansard/core';
import { type LiveOptions, LiveSessions, type McpServer, readPolicy } from '@hansard/live';
import type { Context } from '../context.ts';

export async function openLive(
  context: Context,
  { archive, host, report }: { archive: Archive; host: Host; report: (error: unknown) => void },
): Promise<LiveSessions> {
  const settings = await context.settings();
  const policy = settings.get('live.policy');
  return LiveSessions.open({
    archive,
    host,
    directories: [process.cwd(), ...settings.get('live.directories').map((folder) => fromHome(folder, context.home))],
    programs: programsBeside(),
    agents: agentsIn(settings.get('live.agents')),
    environment: settings.get('live.environment'),
    allowBypass: settings.get('live.bypass') === 'allow',
    ...(policy === '' ? {} : { policy: readPolicy(textOf(policy, context.home), policy) }),
    ...mcpIn(settings.get('live.mcp'), context.home),
    report,
  });
}

/** Programs that the build puts beside this one, by their names: the holder, the mock, what drivers give to agents. */
function programsBeside(): Record<string, string> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.cjs$/.test(name));
  return Object.fromEntries(files.map((name) => [name.slice(0, -'.cjs'.length), join(folder, name)]));
}

const fromHome = (path: string, home: string): string =>
  resolve(path === '~' || /^~[\\/]/.test(path) ? join(home, path.slice(1)) : path);

/** `agent=program arguments…` */
function agentsIn(entries: readonly string[]): NonNullable<LiveOptions['agents']> {
  return Object.fromEntries(
    entries.map((entry) => {
      const [, agent, command] = /^([\w-]+)=(\S.*)$/s.exec(entry) ?? [];
      if (!agent || !command)
        throw new Failure('bad-config', `live.agents: "${entry}" is not written as agent=program with its arguments.`);
      return [agent, command.split(/\s+/)];
    }),
  );
}

function textOf(path: string, home: string): string {
  try {
    return readFileSync(fromHome(path, home), 'utf8');
  } catch (cause) {
    throw new Failure('bad-config', `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function mcpIn(path: string, home: string): Pick<LiveOptions, 'mcp'> {
  if (path === '') return {};
  try {
    return { mcp: JSON.parse(textOf(path, home)) as Record<string, McpServer> };
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('bad-config', `live.mcp: ${path} is no JSON: ${(cause as Error).message}`, { cause });
  }
}
