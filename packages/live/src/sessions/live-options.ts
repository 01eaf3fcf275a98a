/** What running agents needs to know: where they may work, what they are, and what they may do. */
import type { Archive } from '@hansard/archive';
import type { Host } from '@hansard/core';
import type { McpServer } from '../drivers/contract.ts';
import type { Policy } from '../permissions/rule.ts';

export interface LiveOptions {
  readonly archive: Archive;
  readonly host: Host;
  /** Where agents may work. The first is taken where none is asked for. */
  readonly directories: readonly string[];
  /** Files of programs that come with Hansard, by name: the holder, the mock agent, and what drivers need. */
  readonly programs: Readonly<Record<string, string>>;
  /** Programs of agents by their ids, with further arguments, from the settings. */
  readonly agents?: Readonly<Record<string, readonly string[]>>;
  /** Names of further variables that agents get. */
  readonly environment?: readonly string[];
  readonly mcp?: Readonly<Record<string, McpServer>>;
  readonly policy?: Policy;
  /** Agents may be started without asking for anything. */
  readonly allowBypass?: boolean;
  readonly idleMs?: number;
  readonly stopTimes?: { readonly endMs: number; readonly termMs: number };
  /** How long a start may take until it is answered. */
  readonly startMs?: number;
  readonly report: (error: unknown) => void;
}
