/** Starts processes of agents: checks what was asked for, finds the program, and leaves nothing of a run that is over. */
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '@hansard/core';
import type { LiveCreate } from '@hansard/core/api/live.ts';
import type { Driver, McpServer, RunOptions } from '../drivers/contract.ts';
import { driverOf, drivers } from '../drivers/index.ts';
import { endAll } from '../processes/end-all.ts';
import { isInside } from './attachments.ts';
import { environmentFor } from './environment.ts';
import { findProgram, type Program } from './find-program.ts';
import type { LiveFolder } from './live-folder.ts';
import type { LiveOptions } from './live-options.ts';
import type { LiveSession } from './live-session.ts';
import { Run } from './run.ts';
import { type RunHeader, runHeader, type SessionOptions } from './run-header.ts';

export class Launcher {
  readonly #options: LiveOptions;
  readonly #folder: LiveFolder;

  constructor(options: LiveOptions, folder: LiveFolder) {
    this.#options = options;
    this.#folder = folder;
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

  /** Starts a process for a session. */
  async launch(session: LiveSession, resume: string | undefined): Promise<Run> {
    const { driver, current: options } = session;
    const program = this.programOf(driver);
    if (!program) throw notInstalled(driver);
    const run = `${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}-${randomBytes(4).toString('hex')}`;
    const own = randomUUID();
    const runOptions: RunOptions = {
      ...session.runOptions(resume),
      session: own,
      files: this.#options.programs,
      extraArgs: program.args,
    };
    const launch = driver.launch(runOptions);
    const known =
      resume !== undefined && !session.isFork ? resume : session.isFork ? undefined : this.#ownId(driver, own);
    const header: RunHeader = runHeader(driver, options, {
      run,
      id: session.id,
      resumes: resume !== undefined,
      createdAt: session.createdAt,
      ...(known === undefined ? {} : { session: known }),
    });
    const folder = this.#folder.make(run);
    const started = new Run(run, join(folder, 'wire.jsonl'), session.events);
    const names = [...driver.environment, ...(this.#options.environment ?? [])];
    await started.start(this.#options.programs['holder'] ?? '', {
      run,
      folder,
      socket: this.#folder.socketOf(run),
      header,
      command: program.command,
      args: launch.args,
      directory: options.directory,
      env: { ...environmentFor(names, this.#options.host.env), ...launch.env },
      ...(launch.http ? { http: launch.http } : {}),
    });
    return started;
  }

  #ownId(driver: Driver, own: string): string | undefined {
    return driver.takesSessionId ? own : undefined;
  }

  mcp(name: string): McpServer {
    const server = this.#options.mcp?.[name];
    if (server) return server;
    throw new Failure('bad-argument', `There is no server of tools "${name}" in the settings.`);
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
