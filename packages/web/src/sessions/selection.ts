/** The sessions that the reader has chosen in the list, to do something with all of them. */
import { useSyncExternalStore } from 'react';

class Selection {
  readonly #listeners = new Set<() => void>();
  #ids: ReadonlySet<string> = new Set();
  #on = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly ids = (): ReadonlySet<string> => this.#ids;
  /** Whether sessions are being chosen. */
  readonly isOn = (): boolean => this.#on;

  toggle(id: string): void {
    const ids = new Set(this.#ids);
    if (!ids.delete(id)) ids.add(id);
    this.#set(ids, true);
  }

  choose(ids: readonly string[]): void {
    this.#set(new Set(ids), true);
  }

  begin(): void {
    this.#set(this.#ids, true);
  }

  end(): void {
    this.#set(new Set(), false);
  }

  #set(ids: ReadonlySet<string>, on: boolean): void {
    [this.#ids, this.#on] = [ids, on];
    for (const listener of this.#listeners) listener();
  }
}

export const selection = new Selection();

export const useSelected = (): ReadonlySet<string> => useSyncExternalStore(selection.subscribe, selection.ids);
export const useSelecting = (): boolean => useSyncExternalStore(selection.subscribe, selection.isOn);
