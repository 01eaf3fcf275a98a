/** What handlers of requests work with: the archive, the machine it is on, and the way content takes out of it. */
import type { Archive } from '@hansard/archive';
import type { Adapter, Host, PriceBook } from '@hansard/core';
import type { FormatContext } from '@hansard/core/formats/contract.ts';
import type { Changes } from './changes.ts';
import type { Content } from './content/content.ts';
import type { ServerPrivacy } from './content/server-privacy.ts';
import type { Guard } from './security/guard.ts';
import type { Site } from './site/site.ts';

export interface App {
  readonly version: string;
  readonly archive: Archive;
  readonly host: Host;
  /** Agents that are looked for. */
  readonly adapters: readonly Adapter[];
  readonly prices: PriceBook;
  /** Whose days these are, as `Intl` names it. */
  readonly timezone: string;
  /** Told when something in the archive is new. */
  readonly changes: Changes;
  /** Everything that comes from transcripts is taken from here: as it is, or through the privacy gate. */
  readonly content: Content;
  /** Profiles, and gates that run them, for what is exported. */
  readonly privacy: ServerPrivacy;
  /** Loads what writes Parquet files; without it that format is not offered. */
  readonly parquet?: () => Promise<NonNullable<FormatContext['parquet']>>;
  /** Bytes from which on a session is exported without being held; fewer in tests. */
  readonly long?: number;
  readonly guard: Guard;
  /** Only this machine can reach the server. */
  readonly loopback: boolean;
  /** The agents' files are watched. */
  readonly watching: boolean;
  /** What is being read now. */
  readonly syncing: () => { readonly files: number; readonly done: number } | null;
  readonly page: Site;
  readonly reference: Site;
  /** Aborted when the server stops: whatever streams ends then. */
  readonly stopping: AbortSignal;
  /** Told of bugs. */
  readonly report: (error: unknown) => void;
}
