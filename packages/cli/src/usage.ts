/** Help texts, made from the declarations. */
import { type CommandShape, EXIT_STATUS, GLOBAL_OPTIONS, type OptionSpec } from './command-shape.ts';
import { wrap } from './terminal/wrap.ts';

export function usageLine(spec: CommandShape): string {
  const words = spec.arguments.map(({ name, optional, repeats }) => {
    const word = repeats ? `${name}…` : name;
    return optional ? `[${word}]` : word;
  });
  return ['hansard', spec.name, ...(spec.options.length > 0 ? ['[options]'] : []), ...words].join(' ');
}

/** `-o, --output FILE` */
export function optionLabel({ name, short, value }: OptionSpec): string {
  return `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`;
}

export function optionText({ description, choices, repeats }: OptionSpec): string {
  const several = repeats ? ' Can be given several times.' : '';
  return `${description}${choices ? ` One of ${choices.join(', ')}.` : ''}${several}`;
}

export function commandHelp(spec: CommandShape): string {
  const options = (list: readonly OptionSpec[]) =>
    list.map((option) => [optionLabel(option), optionText(option)] as const);
  return [
    `${spec.summary}.`,
    `Usage: ${usageLine(spec)}`,
    aliasLine(spec),
    wrap(spec.description),
    section(
      'Arguments',
      spec.arguments.map(({ name, description }) => [name, description] as const),
    ),
    section('Options', options(spec.options)),
    section('Options of every command', options(GLOBAL_OPTIONS)),
    `Examples:\n${spec.examples.map(({ does, line }) => `  # ${does}\n  ${line}`).join('\n')}`,
    section('Exit status', EXIT_STATUS),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

/** `ls` and `list` are the same command. */
export const aliasLine = ({ aliases = [] }: CommandShape): string =>
  aliases.length === 0 ? '' : `Also: ${aliases.map((alias) => `hansard ${alias}`).join(', ')}`;

export function overview(commands: readonly CommandShape[], version: string): string {
  return [
    `hansard ${version}: the verbatim record of coding agents.`,
    'Usage: hansard [COMMAND] [options]',
    section(
      'Commands',
      commands.map(({ name, summary }) => [name, summary] as const),
    ),
    section(
      'Options of every command',
      GLOBAL_OPTIONS.map((option) => [optionLabel(option), optionText(option)] as const),
    ),
    wrap(
      'Start with `hansard` alone: it keeps and indexes what the agents have here and lists the newest sessions. Then ' +
        '`hansard show 1`. `hansard help COMMAND` explains each.',
    ),
    section('Exit status', EXIT_STATUS),
  ]
    .join('\n\n')
    .concat('\n');
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => wrap(`${label.padEnd(width)}  ${text}`, 2, width + 4));
  return `${title}:\n${lines.join('\n')}`;
}
