/**
 * The hubs that this machine has keys for, and what was last seen of their logs. It lies beside the archive, for its owner
 * only. A key can also come from the environment; it is never an argument, which others on the machine can see.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveHome, prepareHome, replaceFile } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';

const FILE = 'hubs.json';
const KEY_VARIABLE = 'HANSARD_HUB_KEY';

export interface KnownHub {
  readonly key: string;
  readonly publicKey: string;
  /** Id of the hub; not kept by earlier versions. */
  readonly hub?: string | undefined;
  /** The log as it was last seen. */
  readonly seen?: { readonly size: number; readonly root: string };
}

interface Content {
  readonly last?: string;
  readonly hubs: Readonly<Record<string, KnownHub>>;
}

export class KnownHubs {
  readonly #context: Context;
  readonly #folder: string;

  constructor(context: Context) {
    this.#context = context;
    this.#folder = archiveHome(hostOf(context));
  }

  /** The hub that is named, or the one that was last logged in to. */
  chosen(given: string | undefined): { url: string; key: string; known: KnownHub | undefined } {
    const { hubs, last } = this.#read();
    const url = given === undefined ? last : urlOf(given);
    if (url === undefined) {
      throw new Failure('not-logged-in', 'No hub is known on this machine.', {
        remedy: 'Name one with --to URL, or run `hansard login URL`.',
      });
    }
    const known = hubs[url];
    const key = this.#context.env[KEY_VARIABLE] ?? known?.key;
    if (key !== undefined && key !== '') return { url, key: key.trim(), known };
    throw new Failure('not-logged-in', `There is no key for ${url} on this machine.`, {
      remedy: `Run \`hansard login ${url}\`, or set ${KEY_VARIABLE}.`,
    });
  }

  all(): readonly [string, KnownHub][] {
    return Object.entries(this.#read().hubs);
  }

  keep(url: string, hub: KnownHub): void {
    const { hubs } = this.#read();
    this.#write({ last: url, hubs: { ...hubs, [url]: hub } });
  }

  /** Whether there was one. */
  forget(url: string): boolean {
    const { hubs, last } = this.#read();
    const { [url]: gone, ...rest } = hubs;
    if (!gone) return false;
    const next = last === url ? Object.keys(rest)[0] : last;
    this.#write({ ...(next === undefined ? {} : { last: next }), hubs: rest });
    return true;
  }

  #read(): Content {
    const path = join(this.#folder, FILE);
    if (!existsSync(path)) return { hubs: {} };
    try {
      const content = JSON.parse(readFileSync(path, 'utf8')) as Content;
      return typeof content.hubs === 'object' && content.hubs !== null ? content : { hubs: {} };
    } catch (cause) {
      throw new Failure('bad-config', `${path} cannot be read: ${(cause as Error).message}`, { cause });
    }
  }

  #write(content: Content): void {
    prepareHome(this.#folder);
    replaceFile(join(this.#folder, FILE), `${JSON.stringify(content, null, 2)}\n`);
  }
}

export function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') {
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  }
  throw new Failure('bad-argument', 'A hub is named by its address, such as https://hub.example.');
}
