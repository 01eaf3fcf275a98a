/** What a command is: its declaration, and the code that is loaded when it is used. */
import type { Arguments } from './arguments.ts';
import type { CommandShape } from './command-shape.ts';
import type { Context } from './context.ts';

export interface CommandSpec extends CommandShape {
  load(): Promise<{ run: Run }>;
}

/** Does the work and gives the exit status: 0 fine, 1 some problems. What cannot be done is thrown as a Failure. */
export type Run = (context: Context, args: Arguments) => Promise<number>;
