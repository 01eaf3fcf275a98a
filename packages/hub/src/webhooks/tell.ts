/**
 * Tells webhooks what is new in the log, in order and at least once, as Standard Webhooks says it. They get ids and counts, and
 * no content.
 */
import { createHmac } from 'node:crypto';
import type { HubStore, LoggedLeaf } from '../store/contract.ts';
import type { Webhook } from '../store/webhook-store.ts';
import { type PostOptions, post } from './post.ts';

const AT_ONCE = 100;
/** Another process does not take it meanwhile. */
const LEASE_MS = 10 * 60_000;
const FIRST_MS = 60_000;
const LAST_MS = 86_400_000;
/** What a leaf may tell; everything else stays here. */
const TOLD = ['act', 'transcriptId', 'generation', 'events', 'keyId', 'shareId'];
const TYPES: Readonly<Record<LoggedLeaf['kind'], string>> = {
  accept: 'transcript.accepted',
  retract: 'transcript.retracted',
  read: 'transcript.read',
  share: 'transcript.shared',
  key: 'key.changed',
  policy: 'policy.changed',
};

export type TellOptions = Pick<PostOptions, 'allowed' | 'lookup'> & { readonly now: number };

export async function tellWebhooks(store: Pick<HubStore, 'webhooks' | 'log'>, options: TellOptions): Promise<void> {
  const claimed = await store.webhooks.claim(options.now, options.now + LEASE_MS);
  await Promise.all(claimed.map((webhook) => tellOne(store, webhook, options)));
}

async function tellOne(
  { webhooks, log }: Pick<HubStore, 'webhooks' | 'log'>,
  webhook: Webhook,
  { now, allowed, lookup }: TellOptions,
): Promise<void> {
  let { place } = webhook;
  for (;;) {
    const leaves = await log.leaves(place, AT_ONCE);
    for (const leaf of leaves) {
      if (webhook.kinds.includes(leaf.kind)) {
        const trouble = await post({ ...message(webhook, leaf, now), allowed, lookup });
        if (trouble !== undefined) {
          const wait = Math.min(FIRST_MS * 2 ** Math.min(webhook.tries, 20), LAST_MS);
          return webhooks.failed(webhook.id, place, now + wait, trouble);
        }
      }
      place = leaf.index + 1;
    }
    if (leaves.length < AT_ONCE) break;
  }
  await webhooks.told(webhook.id, place, now);
}

function message({ id, url, secret }: Webhook, { index, at, kind, data }: LoggedLeaf, now: number) {
  const leaf = JSON.parse(data) as Record<string, unknown>;
  const submitter = leaf['submitter'] as { keyId?: string } | undefined;
  const all: Record<string, unknown> = { ...leaf, ...(submitter && { keyId: submitter.keyId }) };
  const told = Object.fromEntries(TOLD.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  const body = JSON.stringify({ type: TYPES[kind], timestamp: new Date(at).toISOString(), data: told });
  const message = `${id}_${index}`;
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': message,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { url, headers, body };
}
