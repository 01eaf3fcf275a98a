/** Completion for fish. */
import type { CompletedCommand, CompletedOption, CompletionModel } from './completion-model.ts';

export function fishScript({ commands }: CompletionModel): string {
  const lines = [
    '# fish completion for hansard',
    'complete -c hansard -f',
    ...commands.map(
      ({ name, summary }) => `complete -c hansard -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines({ name, options, arguments: list }: CompletedCommand): string[] {
  const start = `complete -c hansard -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
  return [
    ...options.map((option) => `${start} ${optionWords(option)}`),
    ...list.filter(({ words }) => words.length > 0).map(({ words }) => `${start} -a ${quote(words.join(' '))}`),
    ...(list.some(({ files }) => files) ? [`${start} -F`] : []),
  ];
}

function optionWords({ name, short, description, value }: CompletedOption): string {
  const names = `${short ? `-s ${short} ` : ''}-l ${name}`;
  const takes = !value
    ? ''
    : value.files
      ? ' -r -F'
      : value.words.length > 0
        ? ` -x -a ${quote(value.words.join(' '))}`
        : ' -x';
  return `${names}${takes} -d ${quote(description)}`;
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
