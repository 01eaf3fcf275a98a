/** `hansard keys`: the key that this machine has for a hub; an admin sees all. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Failure } from '@hansard/core';
import { HubClient } from '@hansard/hub/client';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { KnownHubs } from '../hub/known-hubs.ts';
import { hostOf } from '../machine.ts';
import { machineKey, takeKey } from '../privacy/machine-key.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const [wanted] = args.positionals;
  if (wanted === 'export' || wanted === 'import') return carry(context, args, wanted);
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

/** The person's own key, by a file that only its owner may read: it is never printed. */
async function carry(context: Context, args: Arguments, action: 'export' | 'import'): Promise<number> {
  const file = args.text('file');
  if (file === undefined) throw new Failure('bad-argument', `keys ${action} needs --file FILE.`);
  const host = hostOf(context);
  try {
    if (action === 'export') {
      writeFileSync(file, `${Buffer.from(machineKey(host)).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    } else takeKey(host, readFileSync(file, 'utf8').trim());
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('bad-argument', `${file} cannot be used: ${(cause as Error).message}`, { cause });
  }
  const text =
    action === 'export'
      ? `Your key is in ${file}. Carry it to your other machine, run \`hansard keys import --file FILE\` there, and remove it.\n`
      : 'This machine has the key now: hubs know you by the same pseudonym as on the other.\n';
  await context.out.write(args.flag('json') ? `${JSON.stringify({ file })}\n` : text);
  return 0;
}
