/** Something that is being done by a click: one at a time, and what went wrong is shown beside it. */
import { useCallback, useState } from 'react';

export interface Doing {
  readonly busy: boolean;
  readonly error: unknown;
  /** True when it went well. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly forget: () => void;
}

export function useDoing(): Doing {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = useCallback(async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  const forget = useCallback(() => setError(undefined), []);
  return { busy, error, run, forget };
}
