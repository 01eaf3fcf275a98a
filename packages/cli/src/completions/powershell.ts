/** Completion for PowerShell. */
import type { CompletedCommand, CompletedValue, CompletionModel } from './completion-model.ts';

export function powershellScript({ commands }: CompletionModel): string {
  return `# PowerShell completion for hansard
Register-ArgumentCompleter -Native -CommandName hansard -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${commands.map(commandEntry).join('\n')}
  }
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -and $words.Count) { $words = @($words | Select-Object -SkipLast 1) }
  $command = $words | Where-Object { $_ -notlike '-*' } | Select-Object -First 1
  if (-not $command) { $candidates = $commands.Keys | Sort-Object }
  else {
    $spec = $commands[$command]
    $previous = if ($words.Count) { $words[-1] } else { '' }
    $position = @($words | Where-Object { $_ -notlike '-?*' }).Count - 1
    $candidates = if (-not $spec) { @() }
      elseif ($spec.Values.ContainsKey($previous)) { $spec.Values[$previous] }
      elseif ($wordToComplete -like '-*') { $spec.Options }
      elseif ($position -lt $spec.Arguments.Count) { $spec.Arguments[$position] }
      else { @() }
  }
  $candidates | Where-Object { $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}

function commandEntry({ name, options, arguments: list }: CompletedCommand): string {
  const values = options.flatMap(({ name: long, short, value }) =>
    value ? [`--${long}`, ...(short ? [`-${short}`] : [])].map((flag) => `${quote(flag)} = ${array(value)}`) : [],
  );
  const flags = options.map((option) => quote(`--${option.name}`)).join(', ');
  return `    ${quote(name)} = @{
      Options = @(${flags})
      Values = @{ ${values.join('; ')} }
      Arguments = @(${list.map((value) => `,${array(value)}`).join('; ')})
    }`;
}

const array = ({ words }: CompletedValue) => `@(${words.map(quote).join(', ')})`;
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
