/** `hansard proxy`: the recording proxy alone, for services, until it is stopped. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { type ProxyOptions, startProxy } from '@hansard/capture/proxy';
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import { openCaptured } from '../capture/captured-session.ts';
import { keepCaptured } from '../capture/keep-captured.ts';
import type { Context } from '../context.ts';
import { untilStopped } from '../serve/open-server.ts';
import { portOf } from '../serve/port.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const sessions = dailySessions(context, args);
  const token = tokenIn(args.text('token-file'));
  const proxy = await listening({
    session: sessions.current,
    env: context.env,
    port: portOf(args.text('port')),
    token,
  });
  await context.out.write(args.flag('json') ? `${JSON.stringify(proxy.env)}\n` : told(proxy.env));
  await context.out.flush();
  await untilStopped();
  await proxy.close();
  const session = sessions.current();
  session.close();
  if (session.stats().entries > 0) await keepCaptured(context, session.id);
  return 0;
}

/** One session would never end; a day is what people look for. */
function dailySessions(context: Context, args: Arguments) {
  const open = (day: string) =>
    openCaptured(context, {
      title: args.text('title') ?? `proxy ${day}`,
      agent: 'proxy',
      about: { program: 'hansard proxy' },
      print: args.flag('print'),
    });
  let day = new Date().toISOString().slice(0, 10);
  let session = open(day);
  return {
    current: () => {
      const now = new Date().toISOString().slice(0, 10);
      // Answers that are under way still belong to the day before: its files are closed when the program ends.
      if (now !== day) [day, session] = [now, open(now)];
      return session;
    },
  };
}

const TOKEN = /^[\w-]{16,200}$/;

function tokenIn(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    const token = readFileSync(path, 'utf8').trim();
    if (TOKEN.test(token)) return token;
    throw new Failure('bad-argument', `There is no token in ${path}.`, {
      remedy: 'Give a file with 16 or more letters, digits, - or _; or one that is not there yet.',
    });
  } catch (error) {
    if (error instanceof Failure || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const token = randomBytes(18).toString('base64url');
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' });
    return token;
  }
}

async function listening(options: ProxyOptions) {
  try {
    return await startProxy(options);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause;
    throw new Failure('cannot-listen', `Port ${options.port} cannot be used: ${message}.`, { cause });
  }
}

/** For a shell to read. */
function told(env: Readonly<Record<string, string>>): string {
  const lines = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`);
  return `${lines.join('\n')}\n# Model calls of programs with these variables are recorded. Ctrl-C ends it.\n`;
}
