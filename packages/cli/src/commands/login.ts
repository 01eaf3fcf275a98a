/** `hansard login`: keeps a key for a hub on this machine, or redeems an invite for one. */
import { readFileSync } from 'node:fs';
import { Failure } from '@hansard/core';
import { HubClient } from '@hansard/hub/client';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { KnownHubs, urlOf } from '../hub/known-hubs.ts';
import { askPassword } from '../terminal/ask-password.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const [given] = args.positionals;
  if (given === undefined) throw new Failure('bad-argument', 'login needs the address of a hub.');
  const url = urlOf(given);
  const secret = await secretOf(context, args);
  const key = secret.startsWith('hsi_') ? (await new HubClient({ url, key: '' }).redeem(secret)).key : secret;
  const me = await new HubClient({ url, key }).me();
  new KnownHubs(context).keep(url, { key, publicKey: me.publicKey, hub: me.hub });
  const told = { url, hub: me.hub, keyId: me.keyId, role: me.role };
  const text = `Logged in to ${url} as ${me.role} (${me.keyId}). The key is kept on this machine, for you only.\n`;
  await context.out.write(args.flag('json') ? `${JSON.stringify(told)}\n` : text);
  return 0;
}

/** From a file, standard input, the environment or the terminal; never an argument, which others can see. */
async function secretOf(context: Context, args: Arguments): Promise<string> {
  const file = args.text('key-file');
  const variable = context.env['HANSARD_HUB_KEY'];
  if (file !== undefined) {
    try {
      return firstLine(readFileSync(file === '-' ? 0 : file, 'utf8'));
    } catch (cause) {
      throw new Failure('bad-argument', `The file ${file} cannot be read: ${(cause as Error).message}`, { cause });
    }
  }
  if (variable) return variable.trim();
  if (!context.stdin.isTTY) return firstLine(readFileSync(0, 'utf8'));
  return (await askPassword(context, 'Key or invite: ')).trim();
}

function firstLine(text: string): string {
  const line = text.split(/\r?\n/, 1)[0]?.trim() ?? '';
  if (line !== '') return line;
  throw new Failure('bad-argument', 'No key was given.', {
    remedy: 'Give it on standard input, with --key-file FILE, or in HANSARD_HUB_KEY.',
  });
}
