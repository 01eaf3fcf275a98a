/** `hansard keys`: the key that this machine has for a hub; an admin sees all. */
import { Failure } from '@hansard/core';
import { HubClient } from '@hansard/hub/client';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { KnownHubs } from '../hub/known-hubs.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const hubs = new KnownHubs(context);
  const { url, key, known } = hubs.chosen(args.text('to'));
  const client = new HubClient({ url, key });
  const [action = 'list', given] = args.positionals;
  const write = (value: unknown, text: string) =>
    context.out.write(args.flag('json') ? `${JSON.stringify(value, null, 2)}\n` : text);
  if (action === 'list') {
    const { keys } = await client.keys();
    const lines = keys.map((one) => {
      const state = one['revoked'] === null ? '' : 'revoked';
      return [one['keyId'], String(one['role']).padEnd(9), state, one['name'] ?? ''].join('  ').trimEnd();
    });
    await write({ url, keys }, `${lines.join('\n')}\n`);
    return 0;
  }
  const own = (await client.me()).keyId;
  const id = given ?? own;
  if (action === 'revoke') {
    await client.revoke(id);
    if (id === own) hubs.forget(url);
    await write({ revoked: id }, `Revoked ${id}.\n`);
    return 0;
  }
  if (action !== 'rotate') throw new Failure('bad-argument', `keys does not ${action}.`);
  const made = await client.rotate(id);
  if (id === own && known) {
    hubs.keep(url, { ...known, key: made.key });
    await write({ keyId: id }, `The key ${id} has another secret, which is kept on this machine.\n`);
  } else await write(made, `${made.key}\n`);
  return 0;
}
