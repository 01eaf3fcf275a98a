/** Completion for bash. All words are ours (ids, option names), so none needs quoting. */
import type { CompletedCommand, CompletedValue, CompletionModel } from './completion-model.ts';

export function bashScript({ commands }: CompletionModel): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `# bash completion for hansard
_hansard() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" position=0 i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ -z $command ]]; then
      [[ \${COMP_WORDS[i]} == -* ]] || command="\${COMP_WORDS[i]}"
    elif [[ \${COMP_WORDS[i]} != -?* ]]; then
      position=$((position + 1))
    fi
  done
  case "$command" in
    "") COMPREPLY=($(compgen -W "${names} --help --version" -- "$current")) ;;
${commands.map(commandCase).join('\n')}
  esac
}
complete -o bashdefault -o default -F _hansard hansard
`;
}

function commandCase({ name, options, arguments: list }: CompletedCommand): string {
  const values = options.flatMap(({ name: long, short, value }) =>
    value ? [`        ${short ? `-${short}|` : ''}--${long}) ${reply(value)}; return ;;`] : [],
  );
  const flags = options.map((option) => `--${option.name}`).join(' ');
  const positions = list.map((value, i) => `        ${i}) ${reply(value)} ;;`);
  return `    ${name})
      case "$previous" in
${values.join('\n')}
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "${flags}" -- "$current"))
        return
      fi
      case "$position" in
${[...positions, '        *) ;;'].join('\n')}
      esac
      ;;`;
}

/** Files are what bash completes by itself when there is no reply. */
function reply({ words }: CompletedValue): string {
  return words.length > 0 ? `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current"))` : ':';
}
