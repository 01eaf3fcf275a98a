/** The first line of a wire that Hansard writes: what a wire needs, and what the daemon must know to go on with it. */
import type { Driver, PermissionMode } from '../drivers/contract.ts';

/** What a session was created with. */
export interface SessionOptions {
  readonly agent: string;
  readonly directory: string;
  readonly permissionMode: PermissionMode;
  readonly agentMode?: string;
  readonly model?: string;
  readonly effort?: string;
  readonly title?: string;
  readonly mcp?: readonly string[];
}

export interface RunHeader {
  readonly hansard: 'wire';
  readonly version: 1;
  readonly run: string;
  /** The id that was chosen for the session. */
  readonly id: string;
  readonly agent: string;
  readonly dialect: string;
  readonly directory: string;
  /** The agent's own id, where it is known beforehand. */
  readonly session?: string;
  readonly resumes?: true;
  /** It goes on with a copy. */
  readonly fork?: true;
  readonly startedAt: string;
  /** When the session was created, in milliseconds. */
  readonly createdAt: number;
  readonly options: SessionOptions;
}

/** Of a process that many sessions share; notes tell which. */
export interface SharedHeader {
  readonly hansard: 'wire';
  readonly version: 1;
  readonly run: string;
  readonly agent: string;
  readonly dialect: string;
  readonly directory: string;
  readonly startedAt: string;
  /** Sessions for which this is the same share a process. */
  readonly shared: string;
}

export const sharedHeader = (driver: Driver, directory: string, run: string, shared: string): SharedHeader => ({
  hansard: 'wire',
  version: 1,
  agent: driver.agent,
  dialect: driver.dialect,
  directory,
  run,
  startedAt: new Date().toISOString(),
  shared,
});

export interface HeaderFacts {
  readonly run: string;
  readonly id: string;
  readonly session?: string;
  readonly resumes?: boolean;
  readonly createdAt: number;
}

export function runHeader(driver: Driver, options: SessionOptions, facts: HeaderFacts): RunHeader {
  const { run, id, session, resumes, createdAt } = facts;
  return {
    hansard: 'wire',
    version: 1,
    agent: driver.agent,
    dialect: driver.dialect,
    directory: options.directory,
    ...(session === undefined ? {} : { session }),
    run,
    id,
    ...(resumes ? { resumes } : {}),
    startedAt: new Date().toISOString(),
    createdAt,
    options,
  };
}
