/**
 * Which inputs in the archive belong to a session: those with its threads, and what the agent keeps beside them. Files
 * beside a database belong to the session whose rows name them.
 */
import type { Adapter, Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { machineHost } from '../host/machine-host.ts';
import type { InputRow } from '../sqlite/originals/originals.ts';
import { inputsOf, sessionsOf } from '../sqlite/sessions/input-sessions.ts';

export class SessionInputs {
  readonly #archive: Pick<Archive, 'sql' | 'originals'>;
  readonly #adapters: readonly Adapter[];
  readonly #host: Host;
  readonly #hosts = new Map<number, Host>();

  constructor(archive: Pick<Archive, 'sql' | 'originals'>, adapters: readonly Adapter[], host: Host) {
    this.#archive = archive;
    this.#adapters = adapters;
    this.#host = host;
  }

  /** A machine as its originals have it. */
  hostOf(machine: number): Host {
    let host = this.#hosts.get(machine);
    if (!host) {
      host = machineHost(this.#host, this.#archive.originals, machine);
      this.#hosts.set(machine, host);
    }
    return host;
  }

  /** With its threads. */
  own(sessionId: number): InputRow[] {
    const { sql, originals } = this.#archive;
    return inputsOf(sql, sessionId).flatMap((id) => originals.inputById(id) ?? []);
  }

  /** All of them, each once. */
  async of(sessionId: number): Promise<InputRow[]> {
    const found = new Map<number, InputRow>();
    for (const input of this.own(sessionId)) {
      found.set(input.id, input);
      for (const other of await this.#beside(input, sessionId)) found.set(other.id, other);
    }
    return [...found.values()];
  }

  async #beside(input: InputRow, sessionId: number): Promise<InputRow[]> {
    const { originals } = this.#archive;
    const adapter = this.#adapters.find(({ id }) => id === input.agent);
    const located = (await adapter?.inputsOf(this.hostOf(input.machine), input.path)) ?? [];
    const rows = located.flatMap(({ path }) => originals.input(path, '', input.machine) ?? []);
    const others = rows.filter(
      (row) => row.id !== input.id && row.kind !== 'store' && !this.#isOfOthers(row, sessionId),
    );
    return input.part === '' ? others : others.filter((row) => this.#isNamedOnlyIn(input, row));
  }

  /** A file with events of another session is that one's. */
  #isOfOthers(row: InputRow, sessionId: number): boolean {
    const sessions = sessionsOf(this.#archive.sql, row.id);
    return sessions.length > 0 && !sessions.includes(sessionId);
  }

  #isNamedOnlyIn(input: InputRow, { path }: InputRow): boolean {
    const { originals } = this.#archive;
    const name = Buffer.from(this.hostOf(input.machine).basename(path));
    if (!this.#names(input, name)) return false;
    const others = originals.parts(input.path, input.machine).filter(({ id }) => id !== input.id);
    return !others.some((other) => this.#names(other, name));
  }

  /** Whether any version of an input has these bytes, which are too short to be cut by a block more than once. */
  #names(input: InputRow, name: Buffer): boolean {
    const { originals } = this.#archive;
    return originals.versions(input.id).some((version) => {
      let before = Buffer.alloc(0);
      for (const chunk of originals.read(version)) {
        const bytes = Buffer.concat([before, chunk]);
        if (bytes.includes(name)) return true;
        before = bytes.subarray(Math.max(0, bytes.length - name.length + 1));
      }
      return false;
    });
  }
}
