/**
 * Whether the details are shown: remembered where panes stand side by side, in the address where there is room for one.
 * Where there is room for two they yield until they are asked for, and then the list yields to them.
 */

import { useKeptNumber } from '../kept/kept-number.ts';
import { navigate, usePlace, withQuery } from '../route/place.ts';
import { NARROW, PHONE, useMedia } from './use-media.ts';

export function useDetails(): { shown: boolean; toggle: () => void } {
  const { query } = usePlace();
  const isPhone = useMedia(PHONE);
  const isNarrow = useMedia(NARROW);
  const [kept, setKept] = useKeptNumber(isNarrow ? 'details-narrow' : 'details', isNarrow ? 0 : 1);
  const shown = isPhone ? query.get('pane') === 'details' : kept === 1;
  const toggle = () => {
    if (isPhone) navigate(withQuery({ pane: shown ? null : 'details' }));
    else setKept(shown ? 0 : 1);
  };
  return { shown, toggle };
}
