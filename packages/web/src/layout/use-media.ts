/** Whether a media query holds, as the window changes. */
import { useSyncExternalStore } from 'react';

export const PHONE = '(max-width: 720px)';
/** Room for two panes: with a third, the transcript would be a column of a few words. */
export const NARROW = '(max-width: 1279px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
