/** `hansard hub webhook`: lists the addresses that are told of what happens on a hub, adds one, or removes one. */
import { Failure } from '@hansard/core';
import { type HubStore, Keeper, LEAF_KINDS, OPERATOR, USUAL_KINDS } from '@hansard/hub';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';

const MOST_LETTERS = 500;

export async function webhook(
  context: Context,
  args: Arguments,
  store: HubStore,
  given: string | undefined,
): Promise<number> {
  if (args.flag('remove')) return remove(context, args, store, given);
  return given === undefined ? list(context, args, store) : add(context, args, store, given);
}

async function add(context: Context, args: Arguments, store: HubStore, address: string): Promise<number> {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address) || address.length > MOST_LETTERS) {
    throw new Failure('bad-argument', `"${address.slice(0, 100)}" is not an address.`, {
      remedy: 'Give one that begins with https://, or an id with --remove.',
    });
  }
  const asked = args.texts('kind');
  const kinds = asked.length === 0 ? USUAL_KINDS : LEAF_KINDS.filter((kind) => asked.includes(kind));
  const made = await keeperOf(store).addWebhook(address, kinds);
  if (args.flag('json')) await context.out.write(`${JSON.stringify(made)}\n`);
  else {
    await context.out.write(`${made.secret}\n`);
    context.note(`${made.id} tells ${address} of: ${kinds.join(', ')}. The secret that signs is shown once.`);
  }
  return 0;
}

async function list(context: Context, args: Arguments, store: HubStore): Promise<number> {
  const webhooks = (await store.webhooks.list()).map(({ id, url, kinds, tries, trouble }) => ({
    ...{ id, url, kinds, tries, trouble },
  }));
  const lines = webhooks.map(({ id, url, kinds, tries, trouble }) =>
    [id, url, kinds.join(','), trouble === null ? '' : `failed ${tries} times: ${trouble}`].join('  ').trimEnd(),
  );
  if (args.flag('json')) await context.out.write(`${JSON.stringify({ webhooks }, null, 2)}\n`);
  else await context.out.write(lines.length === 0 ? 'There are no webhooks.\n' : `${lines.join('\n')}\n`);
  return 0;
}

async function remove(context: Context, args: Arguments, store: HubStore, id: string | undefined): Promise<number> {
  const remedy = 'Run `hansard hub webhook` to see the ids.';
  if (id === undefined) throw new Failure('bad-argument', 'hub webhook --remove needs the id of one.', { remedy });
  if (!(await keeperOf(store).removeWebhook(id))) {
    throw new Failure('bad-argument', `There is no webhook "${id.slice(0, 100)}".`, { remedy });
  }
  await context.out.write(args.flag('json') ? `${JSON.stringify({ removed: id })}\n` : `Removed ${id}.\n`);
  return 0;
}

const keeperOf = (store: HubStore): Keeper => new Keeper(store, OPERATOR, Date.now());
