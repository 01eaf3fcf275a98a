/** Talks to a hub, for commands: asks what is missing, sends it, and turns what goes wrong into failures. */
import { brotliCompressSync, constants } from 'node:zlib';
import { Failure } from '@hansard/core';
import type { Checkpoint } from '../receipts/log-tree.ts';
import type { Receipt } from '../receipts/receipt.ts';
import type { SessionSum } from '../store/sums.ts';

export interface HubAddress {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

export interface Sent {
  readonly transcriptId: string;
  readonly generation: number;
  readonly outcome: 'created' | 'replaced' | 'same';
  readonly receipt: Receipt;
}

export interface ReceiptProof {
  readonly receipt: Receipt;
  readonly checkpoint: Checkpoint;
  readonly proof: readonly string[];
}

/** What a hub answers when it does not take something. */
export interface HubRefusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly findings?: readonly { readonly rule: string; readonly event: string | null; readonly field: string }[];
  readonly missing?: readonly string[];
}

export class RefusedByHub extends Failure {
  readonly refusal: HubRefusal;

  constructor(refusal: HubRefusal) {
    const places = (refusal.findings ?? [])
      .slice(0, 5)
      .map(({ rule, event, field }) => `${rule} in ${event ?? 'the head'} ${field}`);
    const found = places.length > 0 ? ` ${places.join('; ')}.` : '';
    super('hub-refused', `The hub refused (${refusal.status} ${refusal.code}): ${refusal.detail}${found}`);
    this.refusal = refusal;
  }
}

const TRIES = 4;
const PAUSE_MS = 250;
const PATIENCE_MS = 120_000;
const QUALITY = 5;

interface Ask {
  readonly method?: string;
  readonly body?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class HubClient {
  readonly #address: HubAddress;

  constructor(address: HubAddress) {
    this.#address = address;
  }

  /** The whole document. */
  document(text: string, transcriptId: string, project: string | undefined): Promise<Sent> {
    const headers = { 'idempotency-key': transcriptId };
    return this.#json(`/v1/transcripts${query({ project })}`, { method: 'POST', body: text, headers });
  }

  manifest(
    head: unknown,
    segments: readonly string[],
    transcriptId: string,
    project: string | undefined,
  ): Promise<Sent> {
    return this.document(JSON.stringify({ head, segments }), transcriptId, project);
  }

  async missing(transcriptId: string, segments: readonly string[]): Promise<ReadonlySet<string>> {
    const body = JSON.stringify({ transcriptId, segments });
    const { missing } = await this.#json<{ missing: string[] }>('/v1/uploads', { method: 'POST', body, packed: false });
    return new Set(missing);
  }

  /** Sums of a session, and nothing else of it. */
  numbers(transcriptId: string, agent: string, sums: readonly SessionSum[], project: string | undefined) {
    const body = JSON.stringify({ transcriptId, agent, sums });
    const ask = { method: 'POST', body, packed: false };
    return this.#json<{ outcome: Sent['outcome'] }>(`/v1/numbers${query({ project })}`, ask);
  }

  /** The id of a session that begins so. */
  async named(beginning: string): Promise<string> {
    const path = `/v1/sessions/${encodeURIComponent(beginning)}`;
    return (await this.#json<{ id: string }>(path)).id;
  }

  /** Bytes that were sent. */
  async segment(hash: string, text: string, profile: string, project: string | undefined): Promise<number> {
    const body = packed(text);
    await this.#ask(`/v1/segments/${hash}${query({ profile, project })}`, {
      method: 'PUT',
      bytes: body,
      type: 'application/octet-stream',
    });
    return body.length;
  }

  receipt(transcriptId: string): Promise<ReceiptProof> {
    return this.#json(`/v1/transcripts/${encodeURIComponent(transcriptId)}/receipt`);
  }

  transcript(transcriptId: string): Promise<Record<string, unknown>> {
    return this.#json(`/v1/transcripts/${encodeURIComponent(transcriptId)}`);
  }

  consistency(from: number): Promise<{ checkpoint: Checkpoint; proof: readonly string[] }> {
    return this.#json(`/v1/log/checkpoint?from=${from}`);
  }

  me(): Promise<{ hub: string; publicKey: string; keyId: string; role: string; pseudonym: string }> {
    return this.#json('/v1/me');
  }

  keys(): Promise<{ keys: readonly Record<string, unknown>[] }> {
    return this.#json('/v1/keys');
  }

  rotate(keyId: string): Promise<{ keyId: string; key: string }> {
    return this.#json(`/v1/keys/${encodeURIComponent(keyId)}/rotate`, { method: 'POST' });
  }

  revoke(keyId: string): Promise<{ revoked: string }> {
    return this.#json(`/v1/keys/${encodeURIComponent(keyId)}`, { method: 'DELETE' });
  }

  redeem(invite: string): Promise<{ keyId: string; key: string }> {
    return this.#json('/v1/keys', { method: 'POST', body: JSON.stringify({ invite }), packed: false });
  }

  reads(): Promise<{ reads: readonly Record<string, unknown>[] }> {
    return this.#json('/v1/me/reads');
  }

  retract(transcriptId: string): Promise<{ retracted: string; inBackupsUntil: string }> {
    return this.#json(`/v1/transcripts/${encodeURIComponent(transcriptId)}`, { method: 'DELETE' });
  }

  async #json<T>(path: string, { body, packed: isPacked = true, ...ask }: Ask & { packed?: boolean } = {}): Promise<T> {
    const bytes = body === undefined ? undefined : isPacked ? packed(body) : Buffer.from(body);
    const response = await this.#ask(path, {
      ...ask,
      ...(bytes && { bytes, type: 'application/json', ...(isPacked ? {} : { plain: true }) }),
    });
    return (await response.json()) as T;
  }

  /** What is sent twice counts once: whatever failed on the way is tried again. */
  async #ask(path: string, ask: Ask & { bytes?: Uint8Array; plain?: boolean }): Promise<Response> {
    const { method = 'GET', bytes, type, headers, plain } = ask;
    const { url, key } = this.#address;
    for (let tried = 1; ; tried++) {
      const outcome = await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          accept: 'application/json',
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...(type && { 'content-type': type }),
          ...(bytes && !plain && { 'content-encoding': 'br' }),
          ...headers,
        },
        ...(bytes && { body: bytes as Uint8Array<ArrayBuffer> }),
      }).catch((error: unknown) => error as Error);
      if (!(outcome instanceof Error) && outcome.ok) return outcome;
      const isPassing = outcome instanceof Error || outcome.status >= 502 || outcome.status === 429;
      if (isPassing && tried < TRIES) {
        await wait(outcome instanceof Error ? tried * PAUSE_MS : waitOf(outcome, tried));
        continue;
      }
      if (outcome instanceof Error) throw unreachable(url, outcome);
      throw await refused(outcome);
    }
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const waitOf = (response: Response, tried: number): number =>
  Math.min(30_000, Number(response.headers.get('retry-after') ?? 0) * 1000 || tried * PAUSE_MS);

function packed(text: string): Buffer {
  return brotliCompressSync(Buffer.from(text), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

function query(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((one): one is [string, string] => one[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

const unreachable = (url: string, cause: Error): Failure =>
  new Failure('hub-unreachable', `${url} does not answer: ${reason(cause)}.`, { cause });

const reason = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? cause.message : ((cause as { code?: string })?.code ?? message);

async function refused(response: Response): Promise<Failure> {
  const problem = (await response.json().catch(() => ({}))) as Partial<HubRefusal>;
  if (response.status === 401) {
    return new Failure(
      'not-logged-in',
      `The hub does not know the key: ${problem.detail ?? 'it is wrong or was revoked'}`,
    );
  }
  // It is there, and cannot do its work for now.
  if (response.status >= 500) {
    const why = problem.detail ?? `It answered ${response.status}.`;
    return new Failure('hub-unreachable', `The hub cannot take anything for now (${response.status}): ${why}`);
  }
  const { code = 'no-answer', detail = `It answered ${response.status}.` } = problem;
  return new RefusedByHub({ ...problem, status: response.status, code, detail });
}
