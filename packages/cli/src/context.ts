/** What a command works with: the process it runs in, and the settings that hold for this run. */
import { homedir } from 'node:os';
import { Failure } from '@hansard/core/failure.ts';
import { neutralise } from '@hansard/core/formats/entries/neutralise.ts';
import type { Arguments } from './arguments.ts';
import type { CommandShape } from './command-shape.ts';
import { configPath } from './config/config-path.ts';
import type { Settings } from './config/load-settings.ts';
import { type Colors, createColors, wantsColor } from './terminal/colors.ts';
import { Output } from './terminal/output.ts';

export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly version: string;
  readonly commands: readonly CommandShape[];
  readonly configPath: string;
  readonly stdin: NodeJS.ReadStream;
  readonly out: Output;
  /** The settings; faults in the configuration are thrown, unknown keys noted once. */
  settings(): Promise<Settings>;
  colors(): Promise<Colors>;
  /** Lines for the user on standard error; what inputs and file names put into them is made harmless. */
  note(text: string): void;
}

export function createContext(args: Arguments, version: string, commands: readonly CommandShape[]): Context {
  const { env } = process;
  const home = homedir();
  const path = configPath({ env, home, platform: process.platform }, args.text('config'));
  const out = new Output(process.stdout);
  const note = (text: string) => void process.stderr.write(`${neutralise(text)}\n`);
  let loaded: Promise<Settings> | undefined;
  const settings = () => {
    loaded ??= load(path, args, note);
    return loaded;
  };
  return {
    env,
    home,
    version,
    commands,
    configPath: path,
    get stdin() {
      return process.stdin;
    },
    out,
    settings,
    colors: async () => createColors(wantsColor((await settings()).held('color'), env, out.isTerminal)),
    note,
  };
}

async function load(path: string, args: Arguments, note: (text: string) => void): Promise<Settings> {
  const { readConfigFile, placed } = await import('./config/config-file.ts');
  const { loadSettings } = await import('./config/load-settings.ts');
  const file = readConfigFile(path);
  if (file.text === undefined && args.text('config') !== undefined) {
    throw new Failure('bad-config', `There is no file ${path}.`, { remedy: 'Check the path given with --config.' });
  }
  for (const problem of file.problems) if (problem.kind === 'unknown') note(placed(file, problem));
  return loadSettings(file, process.env, (name) => args.text(name));
}
