/** Whether the details are shown: remembered where panes stand side by side, in the address where there is room for one. */
import { navigate, usePlace, withQuery } from '../route/place.ts';
import { useKeptNumber } from './kept-number.ts';
import { PHONE, useMedia } from './use-media.ts';

export function useDetails(): { shown: boolean; toggle: () => void } {
  const { query } = usePlace();
  const isPhone = useMedia(PHONE);
  const [kept, setKept] = useKeptNumber('details', 1);
  const shown = isPhone ? query.get('pane') === 'details' : kept === 1;
  const toggle = () => {
    if (isPhone) navigate(withQuery({ pane: shown ? null : 'details' }));
    else setKept(shown ? 0 : 1);
  };
  return { shown, toggle };
}
