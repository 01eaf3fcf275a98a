/**
 * The colours the reader chose: `auto` follows the system. Kept in the browser, not in the address, as a link should
 * not change another reader's colours.
 */
import { useSyncExternalStore } from 'react';
import { keepValue, keptValue } from '../kept/kept-values.ts';

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT_AS = 'theme';
const listeners = new Set<() => void>();
let theme: Theme = readTheme();

function readTheme(): Theme {
  const kept = keptValue(KEPT_AS);
  return THEMES.find((name) => name === kept) ?? 'auto';
}

export function applyTheme(next: Theme = theme): void {
  theme = next;
  keepValue(KEPT_AS, next);
  document.documentElement.dataset['theme'] = next;
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => theme,
  );
}
