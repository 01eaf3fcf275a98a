/** Starts processes of agents: checks what was asked for, finds the program, and leaves nothing of a run that is over. */
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '@hansard/core';
import type { LiveCreate } from '@hansard/core/api/live.ts';
import type { Driver, McpServer, RunOptions } from '../drivers/contract.ts';
import { driverOf, drivers } from '../drivers/index.ts';
import { expandedAll, valuesOf, withNames } from '../mcp-secrets.ts';
import { endAll } from '../processes/end-all.ts';
import { isInside } from './attachments.ts';
import { environmentFor } from './environment.ts';
import { findProgram, type Program } from './find-program.ts';
import type { LiveFolder, RunFound } from './live-folder.ts';
import type { LiveOptions } from './live-options.ts';
import type { LiveSession } from './live-session.ts';
import { Run, type RunOwner } from './run.ts';
import { runHeader, type SessionOptions, sharedHeader } from './run-header.ts';
import type { Seat } from './seat.ts';

export class Launcher {
  readonly #options: LiveOptions;
  readonly #folder: LiveFolder;
  readonly #owner: RunOwner;
  /** Processes that sessions can join, by what these have in common. */
  readonly #shared = new Map<string, Promise<Run>>();

  constructor(options: LiveOptions, folder: LiveFolder, owner: RunOwner) {
    this.#options = options;
    this.#folder = folder;
    this.#owner = owner;
  }

  driver(agent: string): Driver {
    const driver = driverOf(agent);
    if (driver) return driver;
    throw new Failure('unknown-agent', `There is no driver for an agent "${agent.slice(0, 100)}".`, {
      remedy: `These can be run: ${drivers.map((one) => one.agent).join(', ')}.`,
    });
  }

  programOf(driver: Driver): Program | undefined {
    if (driver.program === null) return { command: process.execPath, args: this.#options.agents?.[driver.agent] ?? [] };
    return findProgram(driver.program, this.#options.agents?.[driver.agent], this.#options.host.env);
  }

  sessionOptions({ agent, permissionMode = 'default', agentMode, model, variant, title, directory, mcp }: LiveCreate) {
    const driver = this.driver(agent);
    if (!driver.features.permissionModes.includes(permissionMode))
      throw new Failure('mode-not-supported', `${driver.label} has no permission mode "${permissionMode}".`);
    if (permissionMode === 'bypass' && !this.#options.allowBypass)
      throw new Failure('mode-not-supported', 'The permission mode "bypass" is not allowed here.', {
        remedy: 'Set `live.bypass` to `allow` if agents may do everything without asking.',
      });
    const options: SessionOptions = {
      agent,
      directory: this.#directory(directory),
      permissionMode,
      ...(agentMode === undefined ? {} : { agentMode }),
      ...(model === undefined ? {} : { model }),
      ...(variant === undefined ? {} : { effort: variant }),
      ...(title === undefined ? {} : { title }),
      ...(mcp === undefined ? {} : { mcp: mcp.map(({ name }) => name) }),
    };
    return options;
  }

  #directory(asked: string | undefined): string {
    const allowed = this.#options.directories.flatMap((folder) => (existsSync(folder) ? [realpathSync(folder)] : []));
    const [first] = allowed;
    const wanted = asked === undefined ? first : resolve(first ?? '/', asked);
    const real = wanted !== undefined && existsSync(wanted) ? realpathSync(wanted) : undefined;
    if (real === undefined || !statSync(real).isDirectory())
      throw new Failure('directory-not-allowed', `There is no folder "${asked ?? ''}".`);
    if (!allowed.some((folder) => isInside(real, folder)))
      throw new Failure('directory-not-allowed', `Agents may not be run in "${asked ?? real}".`);
    return real;
  }

  /** A place at a process for a session. */
  launch(session: LiveSession, resume: string | undefined): Promise<Seat> {
    return session.driver.sharing ? this.#join(session, resume) : this.#launchAlone(session, resume);
  }

  async #launchAlone(session: LiveSession, resume: string | undefined): Promise<Seat> {
    const { driver, current, isFork } = session;
    const own = randomUUID();
    const run = newRun();
    const known = resume !== undefined && !isFork ? resume : isFork || !driver.takesSessionId ? undefined : own;
    const header = runHeader(driver, current, {
      run,
      id: session.id,
      resumes: resume !== undefined,
      createdAt: session.createdAt,
      ...(known === undefined ? {} : { session: known }),
    });
    const started = new Run(run, this.#folder.wireOf(run), this.#owner, driver);
    const seat = started.join(session.events);
    await this.#start(started, driver, { ...session.runOptions(resume), session: own }, header);
    return seat;
  }

  /** At a process that runs already, where one does. */
  async #join(session: LiveSession, resume: string | undefined): Promise<Seat> {
    const { id, createdAt, current, isFork } = session;
    const run = await this.#sharedRun(session, resume);
    run.tellSecrets(this.#secrets(session.current.mcp));
    session.begin(resume, run.nextSeat);
    const seat = run.join(session.events);
    const joined = { id, createdAt, options: current, ...(resume === undefined ? {} : { session: resume }) };
    seat.say([{ dir: 'note', msg: { joined: isFork ? { ...joined, fork: true } : joined } }]);
    return seat;
  }

  /** Who asks while it is being started waits for it. */
  async #sharedRun(session: LiveSession, resume: string | undefined): Promise<Run> {
    const options = session.runOptions(resume);
    const key = sharedKey(session.driver, options);
    for (;;) {
      const known = this.#shared.get(key);
      if (!known) break;
      const run = await known.catch(() => undefined);
      if (run?.isOpen && !run.isFull) return run;
      if (this.#shared.get(key) === known) this.#shared.delete(key);
    }
    const starting = this.#startShared(session.driver, options, key);
    this.#shared.set(key, starting);
    return starting;
  }

  async #startShared(driver: Driver, options: RunOptions, key: string): Promise<Run> {
    const id = newRun();
    const run = new Run(id, this.#folder.wireOf(id), this.#owner, driver);
    await this.#start(run, driver, options, sharedHeader(driver, options.directory, id, key));
    return run;
  }

  /** Goes on with a process of an earlier daemon. */
  adopted({ header, shared }: RunFound, run: Run, sessions: readonly LiveSession[]): void {
    for (const { current } of sessions) run.tellSecrets(this.#secrets(current.mcp));
    if (shared !== undefined && driverOf(header.agent)) this.#shared.set(shared, Promise.resolve(run));
  }

  async #start(run: Run, driver: Driver, options: RunOptions, header: object): Promise<void> {
    const program = this.programOf(driver);
    if (!program) throw notInstalled(driver);
    const launch = driver.launch({ ...options, files: this.#options.programs, extraArgs: program.args });
    const secrets = this.#secrets(Object.keys(options.mcp ?? {}));
    const names = [...driver.environment, ...(this.#options.environment ?? [])];
    const given = launch.expands ? secrets : {};
    await run.start(this.#options.programs['holder'] ?? '', {
      run: run.id,
      folder: this.#folder.make(run.id),
      socket: this.#folder.socketOf(run.id),
      header,
      command: program.command,
      args: launch.args,
      directory: options.directory,
      env: { ...environmentFor(names, this.#options.host.env), ...expandedAll(launch.env ?? {}, secrets), ...given },
      secrets,
      ...(launch.http ? { http: launch.http } : {}),
    });
  }

  /** As drivers see it: names stand for the values of its variables. */
  mcp(name: string): McpServer {
    return withNames(name, this.#server(name));
  }

  #server(name: string): McpServer {
    const server = this.#options.mcp?.[name];
    if (server) return server;
    throw new Failure('bad-argument', `There is no server of tools "${name}" in the settings.`);
  }

  #secrets(servers: readonly string[] = []): Record<string, string> {
    return Object.assign({}, ...servers.map((name) => valuesOf(name, this.#server(name))));
  }

  async endRun(run: string): Promise<void> {
    const state = this.#folder.stateOf(run);
    await endAll(run, state ? [state.agent, state.holder] : []);
    const wire = this.#folder.wireOf(run);
    if (!existsSync(wire)) return;
    const msg = { code: null, signal: null, by: 'daemon', message: 'The agent was gone.' };
    appendFileSync(wire, `${JSON.stringify({ at: Date.now(), dir: 'exit', msg })}\n`);
    rmSync(join(this.#folder.runFolder(run), 'state.json'), { force: true });
    if (state && process.platform !== 'win32') rmSync(state.socket, { force: true });
  }
}

export const notInstalled = ({ label, program }: Driver): Failure =>
  new Failure('agent-not-installed', `${label} was not found: there is no program "${program}" on the path.`);

const newRun = (): string =>
  `${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}-${randomBytes(4).toString('hex')}`;

const sharedKey = ({ agent, sharing }: Driver, options: RunOptions): string =>
  `${agent} ${sharing?.key(options) ?? ''}`;
