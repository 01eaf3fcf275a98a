/** What can be completed, gathered from the declarations; each shell's script is written from this. */
import { type ArgumentSpec, type CommandShape, GLOBAL_OPTIONS, type OptionSpec } from '../command-shape.ts';
import { settings } from '../settings.ts';

export interface CompletionModel {
  readonly commands: readonly CompletedCommand[];
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** For each argument in order. */
  readonly arguments: readonly CompletedValue[];
}

export interface CompletedOption {
  readonly name: string;
  readonly short?: string;
  readonly description: string;
  /** Undefined for a switch. */
  readonly value?: CompletedValue;
}

export interface CompletedValue {
  readonly words: readonly string[];
  readonly files: boolean;
  /** It may be given several times. */
  readonly repeats?: boolean;
}

export function completionModel(commands: readonly CommandShape[], agents: readonly string[]): CompletionModel {
  const valuesOf = ({ choices, completes }: OptionSpec | ArgumentSpec): CompletedValue => {
    const words = {
      agent: agents,
      setting: settings.map(({ key }) => key),
      command: commands.map(({ name }) => name),
      file: [],
      none: [],
    }[completes ?? 'none'];
    return { words: choices ?? words, files: completes === 'file' };
  };
  const optionOf = (option: OptionSpec): CompletedOption => ({
    name: option.name,
    short: option.short,
    description: option.description.replace(/([;:]|\.(?= |$)).*$/s, ''),
    value: option.value ? { ...valuesOf(option), repeats: option.repeats } : undefined,
  });
  return {
    commands: commands.flatMap(({ name: first, aliases = [], summary, options, arguments: list }) =>
      [first, ...aliases].map((name) => ({
        name,
        summary,
        options: [...options, ...GLOBAL_OPTIONS].map(optionOf),
        arguments: list.map((argument) => ({ ...valuesOf(argument), repeats: argument.repeats })),
      })),
    ),
  };
}
