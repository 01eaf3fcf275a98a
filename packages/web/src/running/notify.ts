/** A notification of the system when an agent waits and the page is not looked at. Only for who has asked for it. */
import type { PendingItem } from '@hansard/client';
import { useSyncExternalStore } from 'react';
import { keepValue, keptValue } from '../kept/kept-values.ts';
import { sessionAddress } from '../route/pages.ts';
import { navigate } from '../route/place.ts';
import { askedFor } from './words.ts';

const NAME = 'notify';
const listeners = new Set<() => void>();

const isOffered = (): boolean => typeof Notification === 'function';
const isOn = (): boolean => isOffered() && keptValue(NAME) === 'on' && Notification.permission === 'granted';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined where the browser has none. */
export const useNotifying = (): boolean | undefined =>
  useSyncExternalStore(subscribe, () => (isOffered() ? isOn() : undefined));

/** The browser asks the reader, and only after a click. */
export async function setNotifying(wanted: boolean): Promise<void> {
  const allowed = wanted && (await Notification.requestPermission()) === 'granted';
  keepValue(NAME, allowed ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function notifyOf(items: readonly PendingItem[]): void {
  if (!isOn() || (!document.hidden && document.hasFocus())) return;
  for (const item of items) show(item);
}

function show(item: PendingItem): void {
  try {
    // The tag: several tabs tell of it once.
    const shown = new Notification(`${item.agent} waits for you`, { body: askedFor(item), tag: item.requestId });
    shown.onclick = () => {
      focus();
      navigate(sessionAddress(item.id ?? item.sessionId));
      shown.close();
    };
  } catch {
    // Phones allow it to installed pages alone; the title and the list say it all the same.
  }
}
