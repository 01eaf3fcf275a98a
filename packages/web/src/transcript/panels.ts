/** What stands beside the events when the reader wants it: finding, and the prompts. */
import { useState } from 'react';
import { useKeptNumber } from '../kept/kept-number.ts';
import { useQueryValue } from '../route/place.ts';

export interface Panels {
  readonly finding: boolean;
  readonly setFinding: (finding: boolean) => void;
  readonly outline: boolean;
  readonly setOutline: (outline: boolean) => void;
}

/** `wide`: from which width on the prompts are shown until the reader closes them. */
export function usePanels(wide: number): Panels {
  const [find, setFind] = useQueryValue('find');
  const [finding, setFinding] = useState(find !== null);
  const [outline, setOutline] = useKeptNumber('outline', innerWidth >= wide ? 1 : 0);
  return {
    finding,
    setFinding: (next) => {
      setFinding(next);
      if (!next) setFind(null);
    },
    outline: outline === 1,
    setOutline: (next) => setOutline(next ? 1 : 0),
  };
}
