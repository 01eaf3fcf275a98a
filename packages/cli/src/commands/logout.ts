/** `hansard logout`: removes the key for a hub from this machine. */
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { KnownHubs, urlOf } from '../hub/known-hubs.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const hubs = new KnownHubs(context);
  const [given] = args.positionals;
  const known = hubs.all();
  const [only] = known;
  const url = given === undefined ? (known.length === 1 ? only?.[0] : undefined) : urlOf(given);
  if (url === undefined) {
    const which = known.map(([one]) => one).join(', ');
    throw new Failure('bad-argument', which === '' ? 'No hub is known on this machine.' : `Which of ${which}?`);
  }
  if (!hubs.forget(url)) throw new Failure('not-logged-in', `There is no key for ${url} on this machine.`);
  const text = `Removed the key for ${url} from this machine. It still works: \`hansard keys revoke\` ends it.\n`;
  await context.out.write(args.flag('json') ? `${JSON.stringify({ url })}\n` : text);
  return 0;
}
