/** The text of a command as the arguments of a call hold it. */
import { isObject, stringOf } from './native-values.ts';

/** Longer commands are not looked into. */
const MOST_CHARACTERS = 2 * 1024 * 1024;

export function commandText(input: unknown): string | undefined {
  const text = textIn(input);
  return text === undefined || text.length > MOST_CHARACTERS ? undefined : text;
}

function textIn(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (!isObject(input)) return undefined;
  const command = input['command'] ?? input['cmd'] ?? input['script'];
  if (!Array.isArray(command)) return stringOf(command);
  const words = command.filter((word) => typeof word === 'string');
  // `bash -lc SCRIPT`: the script is the command.
  return /^(ba|z|da)?sh$/.test(words[0]?.split('/').at(-1) ?? '') && /^-\w*c$/.test(words[1] ?? '')
    ? words[2]
    : words.join(' ');
}
