/** Completion for zsh. */
import type { CompletedCommand, CompletedOption, CompletedValue, CompletionModel } from './completion-model.ts';

export function zshScript({ commands }: CompletionModel): string {
  return `#compdef hansard
_hansard() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _hansard ]]; then
  _hansard "$@"
else
  compdef _hansard hansard
fi
`;
}

function commandCase({ name, options, arguments: list }: CompletedCommand): string {
  const specs = [
    ...options.map(optionSpec),
    ...list.map((value, i) => quote(`${value.repeats ? '*' : i + 1}::${name}:${action(value)}`)),
  ];
  return `    ${name})\n      _arguments -s \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')}\n      ;;`;
}

function optionSpec({ name, short, description, value }: CompletedOption): string {
  const text = `[${description.replaceAll(/[[\]:]/g, '')}]${value ? `:${name}:${action(value)}` : ''}`;
  if (!short) return quote(`${value?.repeats ? '*' : ''}--${name}${value ? '=' : ''}${text}`);
  return `${quote(`(-${short} --${name})`)}{-${short}${value ? '+' : ''},--${name}${value ? '=' : ''}}${quote(text)}`;
}

function action({ words, files }: CompletedValue): string {
  if (words.length > 0) return `(${words.join(' ')})`;
  return files ? '_files' : ' ';
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
