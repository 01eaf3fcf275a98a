/** Sessions of earlier daemons: those whose agents still run are gone on with, ends that were not noted are, the others wait to be asked for. */
import { driverOf } from '../drivers/index.ts';
import { isRunning } from '../processes/process-list.ts';
import type { Launcher } from './launcher.ts';
import type { LiveFolder, RunFound } from './live-folder.ts';
import { LiveSession, type SessionKeeper } from './live-session.ts';
import { Run, type RunOwner } from './run.ts';
import type { Seat } from './seat.ts';

export interface EarlierOptions {
  readonly folder: LiveFolder;
  readonly launcher: Launcher;
  readonly keeper: SessionKeeper;
  readonly owner: RunOwner;
  /** The session is known from now on. */
  know(session: LiveSession): void;
}

export class EarlierSessions {
  readonly #options: EarlierOptions;
  /** The last process of each, by the session's id. */
  readonly #found = new Map<string, RunFound>();

  constructor(options: EarlierOptions) {
    this.#options = options;
  }

  /** Gives the wires of all of them. */
  async open(): Promise<readonly string[]> {
    const { folder } = this.#options;
    const all = folder.runs();
    for (const found of all) this.#found.set(found.header.id, found);
    const unfinished = folder.unfinished();
    await Promise.all(
      unfinished.map((run) =>
        this.#recover(
          run,
          all.filter((found) => found.run === run && !found.exit),
        ),
      ),
    );
    return [...new Set(all.map(({ run }) => folder.wireOf(run)))];
  }

  has(id: string): boolean {
    return this.#found.has(id);
  }

  all(): Iterable<RunFound> {
    return this.#found.values();
  }

  /** The session of that id, with all that it has said. */
  wake(id: string): LiveSession | undefined {
    const found = this.#found.get(id);
    const session = found && this.#restore(found);
    if (session) this.#readWire(found, session);
    return session;
  }

  /** One process, and the sessions that are at it. */
  async #recover(run: string, sessions: readonly RunFound[]): Promise<void> {
    const { folder, launcher } = this.#options;
    const last = sessions.filter((found) => this.#found.get(found.header.id) === found);
    const restored = last.flatMap((found) => {
      const session = this.#restore(found);
      return session ? [{ found, session }] : [];
    });
    const state = folder.stateOf(run);
    if (restored.length > 0 && state && isRunning(state.holder)) {
      const process = this.#run(last[0] as RunFound);
      const seats = restored.map(({ found, session }) => this.#seat(process, found, session));
      if (await process.attach(state.socket)) {
        for (const [i, { found, session }] of restored.entries()) session.adopt(seats[i] as Seat, found.header.session);
        launcher.adopted(
          last[0] as RunFound,
          process,
          restored.map(({ session }) => session),
        );
        return;
      }
      process.leave();
      for (const { found, session } of restored) session.begin(resumedOf(found), found.seat ?? 0);
    }
    await launcher.endRun(run);
    for (const { found, session } of restored) this.#readWire(found, session);
  }

  #run({ run, header, seat }: RunFound): Run {
    const { folder, owner } = this.#options;
    const { sharing, unheard } = driverOf(header.agent) ?? {};
    // Before sessions shared processes, each had its own.
    return new Run(run, folder.wireOf(run), owner, seat === undefined ? { unheard } : { sharing, unheard });
  }

  #seat(run: Run, { seat = 0 }: RunFound, session: LiveSession): Seat {
    return run.join(session.events, seat);
  }

  /** A session of an earlier daemon, without reading what it said. */
  #restore(found: RunFound): LiveSession | undefined {
    const { keeper, know } = this.#options;
    const { id, agent, options, createdAt, fork } = found.header;
    const driver = driverOf(agent);
    if (!driver) return undefined;
    const session = new LiveSession(id, driver, options, createdAt, keeper);
    session.isFork = fork === true;
    session.begin(resumedOf(found), found.seat ?? 0);
    session.isFork = false;
    know(session);
    return session;
  }

  #readWire(found: RunFound, session: LiveSession): void {
    const run = this.#run(found);
    const seat = this.#seat(run, found, session);
    run.readAll();
    seat.leave();
    session.adopt(seat, found.header.session);
  }
}

/** What its last process went on with. */
const resumedOf = ({ header }: RunFound): string | undefined => (header.resumes ? header.session : undefined);
