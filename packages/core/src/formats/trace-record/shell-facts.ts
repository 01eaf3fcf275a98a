/** What the commands of a session say of it: packages that were installed, and commits that were made. */
import { isObject, stringOf } from '../../reading/native-values.ts';
import type { Event } from '../../transcript.ts';

/** Programs that install packages, and the words that make them do so. */
const INSTALLERS: readonly (readonly [program: RegExp, command: RegExp])[] = [
  [/^(npm|pnpm|bun)$/, /^(install|i|add)$/],
  [/^yarn$/, /^add$/],
  [/^(pip3?|gem)$/, /^install$/],
  [/^(uv|poetry|cargo|pdm)$/, /^(add|install)$/],
  [/^bundle$/, /^add$/],
  [/^go$/, /^get$/],
  [/^composer$/, /^require$/],
];

/** Options that take a value of their own. */
const WITH_VALUE = new Set(['-r', '-c', '-e', '--requirement', '--prefix', '--features', '--registry', '--index-url']);

const PACKAGE = /^@?[A-Za-z][\w./-]*$/;

/** A command as a call's arguments hold it; argument lists are joined. */
export function commandOf({ tool }: Event): string | undefined {
  if (tool?.kind !== 'shell') return undefined;
  const { input } = tool;
  if (typeof input === 'string') return input;
  if (!isObject(input)) return undefined;
  const command = input['command'] ?? input['cmd'] ?? input['script'];
  if (Array.isArray(command)) return command.filter((word) => typeof word === 'string').join(' ');
  return stringOf(command);
}

export function installedPackages(command: string): string[] {
  return command.split(/&&|\|\||[;\n|]/).flatMap((part) => packagesOf(part.trim().split(/\s+/)));
}

function packagesOf(words: readonly string[]): string[] {
  const start = words[0] === 'sudo' ? 1 : 0;
  const program = words[start]?.split('/').at(-1) ?? '';
  const [first, second] = [words[start + 1] ?? '', words[start + 2] ?? ''];
  const viaModule = /^python3?$/.test(program) && first === '-m' && second === 'pip';
  const at = viaModule ? start + 3 : program === 'uv' && first === 'pip' ? start + 2 : start + 1;
  const name = viaModule ? 'pip' : program;
  const installs = INSTALLERS.some(([programs, commands]) => programs.test(name) && commands.test(words[at] ?? ''));
  if (!installs) return [];
  return argumentsOf(words.slice(at + 1)).flatMap((word) => packageName(word) ?? []);
}

function argumentsOf(words: readonly string[]): string[] {
  return words.filter((word, index) => !word.startsWith('-') && !WITH_VALUE.has(words[index - 1] ?? ''));
}

function packageName(word: string): string | undefined {
  const bare = word.replaceAll(/["']/g, '').replace(/\[.*$/, '');
  const name = bare.replace(/(?<=.)[@=<>~!^].*$/, '');
  return PACKAGE.test(name) && !name.endsWith('.txt') && !name.endsWith('.whl') ? name : undefined;
}

const COMMITTED = /^\[[^\]\n]* ([0-9a-f]{7,40})\] /m;

/** The hash of the commit that a command made, as git prints it. */
export function commitOf(command: string, output: string): string | undefined {
  const git = command.search(/\bgit\b/);
  return git >= 0 && /\bcommit\b/.test(command.slice(git)) ? COMMITTED.exec(output)?.[1] : undefined;
}
