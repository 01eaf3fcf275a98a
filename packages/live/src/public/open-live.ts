/** Live sessions for programs: agents that are run into an archive that the program has opened. */
import { fileURLToPath } from 'node:url';
import type { OpenedArchive } from '@hansard/archive/public/index.ts';
import { insideOf } from '@hansard/archive/public/open-archive.ts';
import type { LiveOptions } from '../sessions/live-options.ts';
import { LiveSessions } from '../sessions/live-sessions.ts';

export interface OpenLiveOptions
  extends Pick<LiveOptions, 'agents' | 'environment' | 'mcp' | 'policy' | 'allowBypass' | 'idleMs'> {
  readonly archive: OpenedArchive;
  /** Folders that agents may work in; the first is taken where none is asked for. */
  readonly directories: readonly string[];
  /** Told of what goes wrong where nobody waits for it. */
  readonly report?: (error: unknown) => void;
}

export async function openLive({ archive: opened, report = warn, ...options }: OpenLiveOptions): Promise<LiveSessions> {
  const { archive, host } = insideOf(opened);
  return LiveSessions.open({ ...options, archive, host, programs: PROGRAMS, report });
}

/** Programs of their own that come with this package. */
const PROGRAMS = Object.fromEntries(
  Object.entries({ holder: 'holder/main', mock: 'mock/main', 'gate-for-pi': 'drivers/pi/gate' }).map(([name, path]) => [
    name,
    fileURLToPath(new URL(`../${path}.js`, import.meta.url)),
  ]),
);

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
