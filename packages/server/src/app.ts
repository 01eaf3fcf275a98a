/** What handlers of requests work with: the store, what writes where that is on, and the way content takes out of it. */
import type { Adapter, PriceBook } from '@hansard/core';
import type { Status } from '@hansard/core/api/server.ts';
import type { FormatContext } from '@hansard/core/formats/contract.ts';
import type { MakeMatcher } from '@hansard/core/search/matcher.ts';
import type { SessionErasing } from '@hansard/core/store/erasing.ts';
import type { FlowRunner } from '@hansard/core/store/flows.ts';
import type { SessionGit } from '@hansard/core/store/git.ts';
import type { DocumentIntake, TelemetryIntake } from '@hansard/core/store/intake.ts';
import type { LiveControl } from '@hansard/core/store/live.ts';
import type { Sharing } from '@hansard/core/store/sharing.ts';
import type { Store } from '@hansard/core/store/store.ts';
import type { Upkeep } from '@hansard/core/store/upkeep.ts';
import type { Contents } from './content/contents.ts';
import type { ServerPrivacy } from './content/server-privacy.ts';
import type { Machine } from './machine.ts';
import type { Door, Principal } from './security/principal.ts';
import type { Site } from './site/site.ts';
import type { LoginPage } from './site/unauthorized.ts';

export interface App {
  readonly version: string;
  readonly store: Store;
  /** Where the server runs beside the agents. */
  readonly machine?: Machine;
  /** Without it nothing is exported. */
  readonly sharing?: Sharing;
  /** Without it no repository is looked at. */
  readonly git?: SessionGit;
  /** Without it nothing is imported. */
  readonly intake?: DocumentIntake;
  /** Takes what exporters of OpenTelemetry send; without it nothing is taken. */
  readonly telemetry?: TelemetryIntake;
  /** Runs agents; without it none is. */
  readonly live?: LiveControl;
  /** Runs flows; without it none is. */
  readonly flows?: FlowRunner;
  /** Without it nothing is erased. */
  readonly erasing?: SessionErasing;
  /** Without it nobody can ask for the health of the archive, or for settings. */
  readonly upkeep?: Upkeep;
  /** Agents that are looked for. */
  readonly adapters: readonly Adapter[];
  readonly prices: PriceBook;
  /** Whose days these are, as `Intl` names it. */
  readonly timezone: string;
  /** SHA-256 in lower-case hex. */
  readonly digest: (data: string | Uint8Array) => string;
  /** Runs regular expressions of those who search. */
  readonly matcher: MakeMatcher;
  /** What comes from transcripts, for each who asks; handlers are given it with the call. */
  readonly contents: Contents;
  /** Profiles, and gates that run them, for what is exported. */
  readonly privacy: ServerPrivacy;
  /** Loads what writes Parquet files; without it that format is not offered. */
  readonly parquet?: () => Promise<NonNullable<FormatContext['parquet']>>;
  /** Shows sessions in exported HTML; without it pages are plain. */
  readonly viewer?: () => Promise<FormatContext['viewer']>;
  readonly guard: Door;
  /** The API's document, where it is another than that of every server. */
  readonly describe?: () => Record<string, unknown>;
  /** Where many people share a server: who of them asks. */
  readonly hub?: NonNullable<Status['hub']>;
  /** What a browser is shown that has not logged in; a note on how to without it. */
  readonly loginPage?: LoginPage;
  /**
   * The same server as somebody sees it who may not see everything: another store, and content from it. Without it all
   * see the same store.
   */
  readonly scopedTo?: (principal: Principal) => Promise<App>;
  /** It is what one of them sees: nothing of it is kept for others. */
  readonly isScoped?: boolean;
  /** Only this machine can reach the server. */
  readonly loopback: boolean;
  readonly page: Site;
  readonly reference: Site;
  /** Aborted when the server stops: whatever streams ends then. */
  readonly stopping: AbortSignal;
  /** Told of bugs. */
  readonly report: (error: unknown) => void;
}
