/** Asks for a password in the terminal, without showing it. */
import { Failure } from '@hansard/core/failure.ts';
import type { Context } from '../context.ts';

const ENTER = ['\r', '\n', '\u0004'];
const BACKSPACE = ['\b', '\x7f'];
const INTERRUPT = '\u0003';

export async function askPassword({ stdin }: Pick<Context, 'stdin'>, question: string): Promise<string> {
  if (!stdin.isTTY) {
    throw new Failure('bad-argument', 'There is no terminal to ask for the password in.', {
      remedy: 'Give it with --password-file or in HANSARD_EXPORT_PASSWORD.',
    });
  }
  process.stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  try {
    return await typed(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    process.stderr.write('\n');
  }
}

function typed(stdin: NodeJS.ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const line = new TypedLine();
    const read = (chunk: string): void => {
      for (const letter of chunk) line.type(letter);
      if (line.state === 'open') return;
      stdin.off('data', read);
      if (line.state === 'entered') resolve(line.text);
      else reject(new Failure('bad-argument', 'No password was given.'));
    };
    stdin.on('data', read);
  });
}

/** What was typed before Enter. */
export class TypedLine {
  readonly #letters: string[] = [];
  state: 'open' | 'entered' | 'interrupted' = 'open';

  get text(): string {
    return this.#letters.join('');
  }

  type(letter: string): void {
    if (this.state !== 'open') return;
    if (letter === INTERRUPT) this.state = 'interrupted';
    else if (ENTER.includes(letter)) this.state = 'entered';
    else if (BACKSPACE.includes(letter)) this.#letters.pop();
    else this.#letters.push(letter);
  }
}
