/** `hansard`: finds the command, loads only its code, runs it, and turns the outcome into an exit status. */
import { readFileSync } from 'node:fs';
import { Failure } from '@hansard/core/failure.ts';
import { neutralise } from '@hansard/core/formats/entries/neutralise.ts';
import { parseArguments } from './arguments.ts';
import { type CommandShape, GLOBAL_OPTIONS } from './command-shape.ts';
import { commands } from './commands/index.ts';
import { createContext } from './context.ts';
import { findCommand } from './find-command.ts';
import { commandHelp, overview } from './usage.ts';

export async function main(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', endOfPipe);
  process.stderr.on('error', () => {});
  try {
    process.exitCode = await run(argv);
  } catch (error) {
    process.exitCode = 2;
    process.stderr.write(error instanceof Failure ? failureText(error) : bugText(error));
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const { name, rest } = splitCommand(argv);
  const version = versionOf();
  if (name === undefined) return runAlone(rest, version);
  const spec = findCommand(commands, name);
  const args = parseArguments(spec, rest);
  if (args.flag('help') || args.flag('version')) {
    process.stdout.write(args.flag('help') ? commandHelp(spec) : `${version}\n`);
    return 0;
  }
  const context = createContext(args, version, commands);
  const command = await spec.load();
  try {
    return await command.run(context, args);
  } finally {
    await context.out.flush();
  }
}

/** Without a command: the version, the overview, or what is new. */
async function runAlone(rest: readonly string[], version: string): Promise<number> {
  const args = parseArguments(ALONE, rest);
  if (args.flag('version') || args.flag('help')) {
    process.stdout.write(args.flag('version') ? `${version}\n` : overview(commands, version));
    return 0;
  }
  const context = createContext(args, version, commands);
  const home = await import('./home.ts');
  try {
    return await home.run(context);
  } finally {
    await context.out.flush();
  }
}

const ALONE: CommandShape = { name: 'hansard', summary: '', description: '', arguments: [], options: [], examples: [] };

/** The command is the first argument that is no option; options of every command may come before it. */
function splitCommand(argv: readonly string[]): { name?: string; rest: readonly string[] } {
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    const option = GLOBAL_OPTIONS.find(({ name, short }) => argument === `--${name}` || argument === `-${short}`);
    if (option?.value) i++;
    else if (!argument.startsWith('-')) return { name: argument, rest: argv.filter((_, at) => at !== i) };
    else if (!option && !argument.includes('=')) {
      throw new Failure('bad-argument', `There is no command before ${argument}.`, {
        remedy: 'The command comes first: hansard COMMAND [options]. Run `hansard help` to see all.',
      });
    }
  }
  return { rest: argv };
}

function versionOf(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

/** Whoever reads has seen enough (`| head`): that is no error. */
function endOfPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(failureText(new Failure('output-failed', `Cannot write the output: ${error.message}`)));
  process.exit(2);
}

function failureText({ message, remedy, code }: Failure): string {
  return `hansard: ${neutralise(message)}\n${neutralise(remedy)} (${code})\n`;
}

/** Only for what must never happen. */
function bugText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `hansard: this is a bug, please report it with the lines below.\n${neutralise(text)}\n`;
}
