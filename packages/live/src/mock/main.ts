/** The mock agent as a program: reads lines, and answers them. No network, no key, no clock. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { AcpVoice } from './acp-voice.ts';
import { type MockFlags, readFlags } from './flags.ts';
import { OwnVoice } from './own-voice.ts';
import { readLines } from './read-lines.ts';
import { Script } from './script.ts';
import { LineWriter } from './writer.ts';

const VERSION = '1';

export async function main(args: readonly string[]): Promise<void> {
  let flags: MockFlags;
  try {
    flags = readFlags(args, randomUUID());
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
    return;
  }
  if (flags.ignoreSigterm) process.on('SIGTERM', () => {});
  if (flags.orphan) spawn('sleep', ['600'], { stdio: 'ignore', detached: true }).unref();
  const out = new LineWriter(flags);
  if (flags.speaksAcp) await speakAcp(flags, out);
  else await speakOwn(flags, out);
}

async function speakOwn(flags: MockFlags, out: LineWriter): Promise<void> {
  const voice = new OwnVoice(out);
  const script = new Script(voice, flags, () => leave(flags));
  await voice.hello(flags, VERSION);
  for await (const line of readLines(process.stdin)) voice.hear(line, script);
  script.ended();
}

async function speakAcp(flags: MockFlags, out: LineWriter): Promise<void> {
  const voice = new AcpVoice(out, flags, VERSION);
  const script = new Script(voice, flags, () => leave(flags));
  for await (const line of readLines(process.stdin)) await voice.hear(line, script);
  script.ended();
}

/** One that ignores to be ended stays, as real ones do. */
function leave({ ignoreSigterm }: MockFlags): void {
  if (ignoreSigterm) setInterval(() => {}, 1000);
  else process.exit(0);
}

void main(process.argv.slice(2));
