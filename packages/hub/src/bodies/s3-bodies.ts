/** Packs as objects of S3-compatible storage. Whatever fails on the way is tried again, and takes no longer than it may. */
import { Failure } from '@hansard/core';
import { S3mini } from 's3mini';
import type { Bodies } from './contract.ts';

export interface S3Place {
  readonly bucket: string;
  /** Before the names of objects; empty or ending with a slash. */
  readonly prefix: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Options {
  readonly tries?: number;
  readonly pauseMs?: number;
  /** For one request. */
  readonly patienceMs?: number;
}

export class S3Bodies implements Bodies {
  readonly #s3: S3mini;
  readonly #prefix: string;
  readonly #name: string;
  readonly #options: Required<S3Options>;

  constructor({ bucket, prefix, endpoint, ...place }: S3Place, options: S3Options = {}) {
    this.#options = { tries: 4, pauseMs: 200, patienceMs: 30_000, ...options };
    const requestAbortTimeout = this.#options.patienceMs;
    this.#s3 = new S3mini({ ...place, endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`, requestAbortTimeout });
    this.#prefix = prefix;
    this.#name = `s3://${bucket}/${prefix}`;
  }

  async put(object: string, pack: Uint8Array): Promise<void> {
    await this.#tried(() => this.#s3.putObject(this.#prefix + object, pack, 'application/octet-stream'));
  }

  get(object: string, start: number, end: number): Promise<Uint8Array> {
    return this.#tried(async () => {
      // The library counts to the byte behind the last, as its callers do here.
      const response = await this.#s3.getObjectRaw(this.#prefix + object, false, start, end);
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length === end - start) return bytes;
      throw new Error(`${end - start} bytes were asked for and ${bytes.length} came`);
    });
  }

  async remove(objects: readonly string[]): Promise<void> {
    for (const object of objects) await this.#tried(() => this.#s3.deleteObject(this.#prefix + object));
  }

  async check(): Promise<void> {
    const isThere = await this.#tried(() => this.#s3.bucketExists());
    if (!isThere) throw new Failure('hub-unusable', `There is no bucket ${this.#name}, or it may not be read.`);
  }

  async #tried<T>(work: () => Promise<T>): Promise<T> {
    const { tries, pauseMs } = this.#options;
    for (let tried = 1; ; tried++) {
      try {
        return await work();
      } catch (cause) {
        if (tried >= tries) {
          throw new Failure('hub-busy', `${this.#name} does not answer as it should.`, { cause });
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** (tried - 1)));
      }
    }
  }
}

/** `s3://BUCKET[/PREFIX]`. Who may use it, and where it is, comes from the variables that every S3 client reads. */
export function s3Place(text: string, env: Readonly<Record<string, string | undefined>>): S3Place {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(text) ?? [];
  if (bucket === undefined) throw new Failure('bad-argument', 'Bodies are kept in s3://BUCKET or s3://BUCKET/PREFIX.');
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']];
  if (!accessKeyId || !secretAccessKey) {
    throw new Failure('bad-argument', 'There are no credentials for the bucket.', {
      remedy: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment of the hub.',
    });
  }
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'] ?? `https://s3.${region}.amazonaws.com`;
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  return { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey };
}
