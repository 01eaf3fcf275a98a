/**
 * Hears from PostgreSQL that something was logged, by whichever process. What was missed while the connection was cut is not
 * told again, so whoever listens is called after every connection that is made: they ask from their place in the log on.
 */
import pg from 'pg';

const CHANNEL = 'hansard_hub';
const AGAIN_MS = 1000;

export class Listening {
  readonly #url: string;
  readonly #listeners = new Set<() => void>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  add(changed: () => void): () => void {
    const listener = () => changed();
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.#connect();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) void this.#end();
    };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'hansard-hub-listening' });
    this.#client = client;
    const lost = () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      client.end().catch(() => {});
      this.#timer = setTimeout(() => void this.#connect(), AGAIN_MS).unref();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => this.#tell());
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.#client === client) this.#tell();
    } catch {
      lost();
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
