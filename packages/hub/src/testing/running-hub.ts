/** A hub that listens, for tests: with keys of every role, and requests to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainMatcher } from '@hansard/core/testing/plain-matcher.ts';
import { loadPriceBook } from '@hansard/core/usage/load-prices.ts';
import { makeKey } from '../keys/make-key.ts';
import { type RunningHub, type StartHubOptions, startHub } from '../start-hub.ts';
import type { HubStore, Role } from '../store/contract.ts';
import { SqlHubStore } from '../store/sql-hub-store.ts';
import { openSqlite } from '../store/sqlite/open-sqlite.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of all kinds
  readonly json: any;
}

/** What a test may set. */
export type HubSettings = Partial<Omit<StartHubOptions, 'store'>>;

export class TestHub {
  readonly running: RunningHub;
  readonly store: HubStore;
  readonly folder: string;
  /** What was reported. */
  readonly reported: unknown[];

  private constructor(running: RunningHub, store: HubStore, folder: string, reported: unknown[]) {
    this.running = running;
    this.store = store;
    this.folder = folder;
    this.reported = reported;
  }

  static async open(given?: HubStore, settings: HubSettings = {}): Promise<TestHub> {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-hub-'));
    const store = given ?? new SqlHubStore(await openSqlite(folder));
    const reported: unknown[] = [];
    const prices = await loadPriceBook();
    const report = (error: unknown) => void reported.push(error);
    const running = await startHub({
      store,
      version: '0.0.0',
      matcher: plainMatcher,
      prices,
      report,
      port: 0,
      statusPort: 0,
      ...settings,
    });
    return new TestHub(running, store, folder, reported);
  }

  async key(role: Role, project?: string): Promise<string> {
    return (await makeKey(this.store, { role, project }, Date.now())).key;
  }

  async ask(
    key: string,
    path: string,
    { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answered> {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${this.running.url}${path}`, {
      method,
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: (isText ? body : JSON.stringify(body)) as string }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      text,
      json: isJson && !text.includes('\n{') && text !== '' ? JSON.parse(text) : undefined,
    };
  }

  send(key: string, document: unknown, query = ''): Promise<Answered> {
    return this.ask(key, `/v1/transcripts${query}`, { method: 'POST', body: document });
  }

  async close(): Promise<void> {
    await this.running.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
