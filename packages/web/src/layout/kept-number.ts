/** A number that the browser remembers for this reader, such as the width of a pane. */
import { useState } from 'react';

export function useKeptNumber(name: string, otherwise: number): [number, (value: number) => void] {
  const key = `hansard.${name}`;
  const [value, setValue] = useState(() => {
    const kept = Number(localStorage.getItem(key) ?? Number.NaN);
    return Number.isFinite(kept) ? kept : otherwise;
  });
  const set = (next: number) => {
    localStorage.setItem(key, String(next));
    setValue(next);
  };
  return [value, set];
}
