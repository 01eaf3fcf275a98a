/** Webhooks: each has a place in the log up to which it was told, so that nothing is lost and the log is all there is to keep. */
import type { Database, Row } from './database.ts';
import type { Webhook, WebhookStore } from './webhook-store.ts';

export function webhookRows(database: Database): WebhookStore {
  return {
    add: async ({ id, url, secret, kinds, made, place }) => {
      await database.run(
        `INSERT INTO webhook (id, url, secret, kinds, made, place, due, tries) VALUES ($1, $2, $3, $4, $5, $6, 0, 0)`,
        ...[id, url, secret, kinds.join(' '), made, place],
      );
    },
    list: async () => (await database.all('SELECT * FROM webhook ORDER BY no')).map(toWebhook),
    remove: async (id) => (await database.run('DELETE FROM webhook WHERE id = $1', id)) > 0,
    claim: async (now, until) => {
      const rows = await database.all('UPDATE webhook SET due = $2 WHERE due <= $1 RETURNING *', now, until);
      return rows.map(toWebhook);
    },
    told: async (id, place, due) => {
      await database.run(
        'UPDATE webhook SET place = $2, due = $3, tries = 0, trouble = NULL WHERE id = $1',
        ...[id, place, due],
      );
    },
    failed: async (id, place, due, trouble) => {
      await database.run(
        'UPDATE webhook SET place = $2, due = $3, tries = tries + 1, trouble = $4 WHERE id = $1',
        ...[id, place, due, trouble],
      );
    },
  };
}

const toWebhook = (row: Row): Webhook => ({
  id: row['id'] as string,
  url: row['url'] as string,
  secret: row['secret'] as string,
  kinds: (row['kinds'] as string).split(' ') as Webhook['kinds'],
  made: row['made'] as number,
  place: row['place'] as number,
  tries: row['tries'] as number,
  trouble: row['trouble'] as string | null,
});
