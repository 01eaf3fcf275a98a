/** What every storage must do; a storage brings what only it can do: how it is opened, filled up, locked and broken. */
import type { Adapter, HostFile, LocatedInput } from '@hansard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VersionHandle } from '../ingest/input-change.ts';
import type { Keeper } from '../ingest/keeper.ts';
import type { Storage } from '../storage.ts';
import { FOLDER, logOf, SampleMachine, type SampleRecord, sampleAgent } from './sample-agent.ts';

/** A place for one storage, made anew for each test. */
export interface StoragePlace {
  /** Where a machine that is to be kept there looks for it. */
  readonly home: string;
  open(machine: SampleMachine, adapters: readonly Adapter[]): Promise<Storage>;
  /** From now on there is space for this many bytes more, or for any number again. */
  limit(storage: Storage, bytes: number | undefined): void;
  /** Another process has the lock until the function that this gives is called; waiting for it is short. */
  lock(storage: Storage): Promise<() => Promise<void>>;
  /** Another process is killed in the middle of a transaction that deletes and changes events. */
  killWriter(): Promise<void>;
  /** A newer program has been here. */
  makeNewer(): Promise<void>;
  /** What is stored is damaged, all but its beginning. */
  damage(storage: Storage): Promise<void>;
  remove(): void;
}

const NOW = '2026-02-01T00:00:00.000Z';
const adapter = sampleAgent();
const records = (session: string, from: number, to: number): SampleRecord[] =>
  Array.from({ length: to - from }, (_, i) => ({
    session,
    id: `${session}-${from + i}`,
    text: `word${from + i} ${session} ${noise(from + i)}`,
    response: `${session}-r${from + i}`,
    tokens: 3,
  }));
/** Does not compress well. */
const noise = (seed: number): string => {
  let [text, value] = ['', seed + 1];
  for (let i = 0; i < 60; i++) {
    value = (value * 48271) % 2147483647;
    text += ` ${value.toString(36)}`;
  }
  return text;
};

export function storageContract(name: string, place: () => StoragePlace): void {
  describe(name, () => {
    let at: StoragePlace;
    let machine: SampleMachine;
    let opened: Storage[];
    let storage: Storage;
    beforeEach(async () => {
      at = place();
      opened = [];
      machine = new SampleMachine(at.home, {});
      storage = await open();
    });
    afterEach(() => {
      for (const one of opened) closeQuietly(one);
      at.remove();
    });

    const open = async () => {
      const one = await at.open(machine, [adapter]);
      opened.push(one);
      return one;
    };
    const write = (session: string, from: number, to: number) => {
      machine.append(`logs/${session}.jsonl`, logOf(records(session, from, to)));
    };
    const keepAll = async (keeper: Keeper): Promise<(VersionHandle | undefined)[]> => {
      const handles: (VersionHandle | undefined)[] = [];
      for await (const input of adapter.locate(machine)) {
        const file = (await machine.stat(input.path)) as HostFile;
        handles.push((await keeper.keep(adapter, input as LocatedInput, file)).handle);
      }
      return handles;
    };
    const keep = async (one = storage) => {
      const keeper = one.keeper({ host: machine, now: NOW });
      const handles = await keepAll(keeper);
      keeper.flush();
      return handles;
    };
    const eventsOf = async (one: Storage, session: number) =>
      (await one.events.page(session, 0, 10_000)).map(({ event, logSeq }) => `${logSeq} ${event.id}`);
    const expected = (session: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${n + 1} ${session}-${n}`);
    const bytesIn = (one: Storage, session: string) => {
      const input = one.originals.input(`${FOLDER}/logs/${session}.jsonl`);
      const version = input && one.originals.latest(input.id);
      return version ? Buffer.concat([...one.originals.read(version)]).toString() : '';
    };

    describe('what is committed', () => {
      it('is there for others at once, byte for byte, and after it is opened again', async () => {
        write('a', 0, 5);
        await keep();
        const other = await open();
        expect(await eventsOf(other, 1)).toEqual(expected('a', 5));
        expect(bytesIn(other, 'a')).toBe(logOf(records('a', 0, 5)));
        storage.close();
        other.close();
        expect(await eventsOf(await open(), 1)).toEqual(expected('a', 5));
      });

      it('is numbered without gaps, however often it grows, and keeps its numbers', async () => {
        for (const [from, to] of [
          [0, 3],
          [3, 4],
          [4, 9],
        ] as const) {
          write('a', from, to);
          write('b', from, to);
          await keep();
        }
        expect(await eventsOf(storage, 1)).toEqual(expected('a', 9));
        expect(await eventsOf(storage, 2)).toEqual(expected('b', 9));
        const numbers = (await storage.events.page(1, 0, 100)).map(({ number }) => number);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        expect(await storage.events.events([numbers[4] as number])).toMatchObject([
          { logSeq: 5, event: { id: 'a-4' } },
        ]);
      });

      it('stays when the file is rewritten: the old version is kept', async () => {
        write('a', 0, 4);
        await keep();
        machine.write('logs/a.jsonl', logOf(records('a', 2, 6)), '2026-01-09T00:00:00.000Z');
        await keep();
        const input = storage.originals.input(`${FOLDER}/logs/a.jsonl`);
        const versions = storage.originals.versions(input?.id ?? 0);
        expect(versions.map((version) => Buffer.concat([...storage.originals.read(version)]).toString())).toEqual([
          logOf(records('a', 0, 4)),
          logOf(records('a', 2, 6)),
        ]);
        expect(await eventsOf(storage, 1)).toEqual(expected('a', 6));
      });
    });

    describe('a change', () => {
      it('that is made twice is made once', async () => {
        write('a', 0, 5);
        await keep();
        const before = { ...storage.sizes(), ...storage.originals.sizes() };
        await keep();
        const keeper = storage.keeper({ host: machine, now: NOW });
        machine.times.set(`${FOLDER}/logs/a.jsonl`, '2026-01-30T00:00:00.000Z');
        await keepAll(keeper);
        keeper.flush();
        expect({ ...storage.sizes(), ...storage.originals.sizes() }).toEqual(before);
      });

      it('that another process came before is left to that process', async () => {
        write('a', 0, 3);
        await keep();
        write('a', 3, 6);
        write('b', 0, 2);
        const slow = storage.keeper({ host: machine, now: NOW });
        const handles = await keepAll(slow);
        await keep(await open());
        slow.flush();
        expect(handles.map((handle) => handle?.overtaken)).toEqual([true, true]);
        expect(await eventsOf(storage, 1)).toEqual(expected('a', 6));
        expect(await eventsOf(storage, 2)).toEqual(expected('b', 2));
        expect(storage.sizes()).toEqual({ sessions: 2, events: 8 });
      });

      it('is made whole or not at all, with all that is in its batch', async () => {
        write('a', 0, 3);
        write('b', 0, 3);
        const { commit } = storage.committer;
        storage.committer.commit = (changes, options) => {
          const [first, second] = changes as [(typeof changes)[0], (typeof changes)[0]];
          const broken = { ...second, problems: [{ kind: 'no-such-kind', message: null as never } as never] };
          commit.call(storage.committer, [first, broken], options);
        };
        const keeper = storage.keeper({ host: machine, now: NOW });
        const handles = await keepAll(keeper);
        expect(() => keeper.flush()).toThrow();
        storage.committer.commit = commit;
        expect(storage.sizes()).toEqual({ sessions: 0, events: 0 });
        expect([...storage.originals.inputs()]).toEqual([]);
        expect(handles.map((handle) => handle?.version)).toEqual([undefined, undefined]);
        await keep();
        expect(storage.sizes()).toEqual({ sessions: 2, events: 6 });
      });
    });

    describe('when something fails', () => {
      it('a process that is killed in the middle leaves nothing half done', async () => {
        write('a', 0, 5);
        await keep();
        await at.killWriter();
        expect(await eventsOf(await open(), 1)).toEqual(expected('a', 5));
        write('a', 5, 7);
        await keep();
        expect(await eventsOf(storage, 1)).toEqual(expected('a', 7));
      });

      it('no space is a failure, what was there stays, and the rest comes when there is space', async () => {
        write('a', 0, 20);
        await keep();
        at.limit(storage, 16 * 1024);
        write('a', 20, 400);
        write('b', 0, 400);
        await expect(keep()).rejects.toMatchObject({ code: 'archive-full' });
        expect(await eventsOf(storage, 1)).toEqual(expected('a', 20));
        expect(bytesIn(storage, 'a')).toBe(logOf(records('a', 0, 20)));
        at.limit(storage, undefined);
        await keep();
        expect(storage.sizes()).toEqual({ sessions: 2, events: 800 });
      });

      it('a lock is waited for, then it is a failure; reading goes on', async () => {
        write('a', 0, 5);
        await keep();
        const unlock = await at.lock(storage);
        write('a', 5, 9);
        await expect(keep()).rejects.toMatchObject({ code: 'archive-locked' });
        expect(await eventsOf(storage, 1)).toEqual(expected('a', 5));
        await unlock();
        await keep();
        expect(await eventsOf(storage, 1)).toEqual(expected('a', 9));
      });

      it('damage is a failure', async () => {
        write('a', 0, 200);
        await keep();
        await at.damage(storage);
        const attempt = async () => {
          const one = await open();
          write('a', 200, 220);
          await keep(one);
        };
        await expect(attempt()).rejects.toMatchObject({ code: 'archive-damaged' });
      });

      it('a newer version is refused', async () => {
        storage.close();
        await at.makeNewer();
        await expect(open()).rejects.toMatchObject({ code: 'archive-newer' });
      });
    });
  });
}

function closeQuietly(storage: Storage): void {
  try {
    storage.close();
  } catch {}
}
