/** A number that the browser remembers for this reader, such as the width of a pane; the same in all components. */
import { useSyncExternalStore } from 'react';
import { keepValue, keptValue } from './kept-values.ts';

const listeners = new Set<() => void>();
const values = new Map<string, number>();

function read(name: string, otherwise: number): number {
  const known = values.get(name);
  if (known !== undefined) return known;
  const text = keptValue(name);
  const kept = text === null ? Number.NaN : Number(text);
  const value = Number.isFinite(kept) ? kept : otherwise;
  values.set(name, value);
  return value;
}

function write(name: string, value: number): void {
  values.set(name, value);
  keepValue(name, String(value));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useKeptNumber(name: string, otherwise: number): [number, (value: number) => void] {
  const value = useSyncExternalStore(subscribe, () => read(name, otherwise));
  return [value, (next) => write(name, next)];
}
