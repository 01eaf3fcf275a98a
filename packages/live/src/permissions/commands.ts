/** What can be told of a command of a shell without running it. Allowing takes certainty; for asking a suspicion is enough. */

/** Anything by which a shell does more than run one program. */
const COMPOUND = /[;&|<>`$(){}\n\r\\]|^\s*(?:env|eval|exec|sudo|xargs|sh|bash|zsh)\b/;

/** A compound command never begins with the words of a simple one. */
export function startsWith(command: string | undefined, prefix: string): boolean {
  if (command === undefined || COMPOUND.test(command)) return false;
  return command === prefix || command.startsWith(`${prefix} `);
}

/** The same for rules against it: however it is quoted and spaced, wherever its program lies, and whatever is set before it. */
export function isPlainly(command: string | undefined, prefix: string): boolean {
  if (command === undefined || COMPOUND.test(command)) return false;
  const words = wordsOf(command);
  return words.length > 0 && wordsOf(prefix).every((word, at) => words[at] === word);
}

function wordsOf(command: string): string[] {
  const words = unquoted(command)
    .split(/\s+/)
    .filter((word) => word !== '');
  while (/^\w+=/.test(words[0] ?? '')) words.shift();
  const [program, ...rest] = words;
  return program === undefined ? [] : [baseOf(program), ...rest];
}

/** Whether all of these words come in it one after the other, whatever stands between them. */
export function mayHold(command: string, words: string): boolean {
  const said = unquoted(command)
    .split(/[^\w./:@=+-]+/)
    .flatMap((word) => [word, baseOf(word)]);
  let from = 0;
  for (const word of wordsOf(words)) {
    const at = said.indexOf(word, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

const unquoted = (text: string): string => text.replace(/\\\r?\n/g, '').replace(/["'\\]/g, '');
const baseOf = (program: string): string => program.replace(/^.*[\\/]/, '');
