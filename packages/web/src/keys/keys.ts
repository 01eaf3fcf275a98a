/**
 * Keys of the whole page, in one register, so that the help lists exactly the keys that work now. A key is what
 * KeyboardEvent.key says (`j`, `J`, `?`, `[`, `Escape`), two of them in a row (`g e`), or with ⌘ or Ctrl (`Mod+k`).
 * What was registered last wins, and while a text field has the focus only `Mod+…` keys count.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface Key {
  readonly key: string;
  /** For the help: `Next event`. */
  readonly does: string;
  /** Heading in the help. */
  readonly group: string;
  readonly run: () => void;
}

const WAIT_FOR_SECOND = 900;

let registered: readonly Key[] = [];
const listeners = new Set<() => void>();
let first: { key: string; at: number } | undefined;

function change(keys: readonly Key[]): void {
  registered = keys;
  for (const listener of listeners) listener();
}

/** Registers keys while the component is shown. */
export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  const names = keys.map(({ key }) => key).join('\n');
  useEffect(() => {
    const own = names.split('\n').flatMap((name): Key[] => {
      const find = () => latest.current.find(({ key }) => key === name);
      const entry = find();
      return entry ? [{ ...entry, run: () => find()?.run() }] : [];
    });
    change([...registered, ...own]);
    return () => change(registered.filter((entry) => !own.includes(entry)));
  }, [names]);
}

/** All keys that work now, each once. */
export function useRegisteredKeys(): readonly Key[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => registered,
  );
}

/** A slider or a box to tick takes no letters. */
const TYPED = 'input:not([type="range"], [type="checkbox"]), textarea, select';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED));

function runKey(name: string): boolean {
  const found = registered.findLast(({ key }) => key === name);
  found?.run();
  return found !== undefined;
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  if (event.metaKey || event.ctrlKey) {
    if (runKey(`Mod+${event.key.toLowerCase()}`)) event.preventDefault();
    return;
  }
  if (isTyping(event.target) || document.querySelector('dialog[open]:modal')) return;
  const before = first && event.timeStamp - first.at < WAIT_FOR_SECOND ? first.key : undefined;
  first = undefined;
  if (before !== undefined && runKey(`${before} ${event.key}`)) event.preventDefault();
  else if (registered.some(({ key }) => key.startsWith(`${event.key} `)))
    first = { key: event.key, at: event.timeStamp };
  else if (runKey(event.key)) event.preventDefault();
}

export function listenForKeys(): void {
  addEventListener('keydown', pressed);
}
