/** In the bar at the top: how much waits for the reader, and the way there. */
import { useKeys } from '../keys/keys.ts';
import { Menu } from '../parts/menu.tsx';
import { Link } from '../route/link.tsx';
import { sessionAddress } from '../route/pages.ts';
import { navigate } from '../route/place.ts';
import { NotifyItem } from './notify-item.tsx';
import { useWaiting, useWatchWaiting } from './waiting.ts';
import { askedFor } from './words.ts';

/** On a phone there is room for the number alone. */
const Count = ({ of }: { of: number }) => (
  <span>
    {of}
    <span className="waiting-words"> waiting</span>
  </span>
);

export function WaitingMenu() {
  useWatchWaiting();
  const waiting = useWaiting();
  const [first] = waiting;
  const go = () => first && navigate(sessionAddress(first.id ?? first.sessionId));
  useKeys(first ? [{ key: 'w', does: 'Go to what waits for you', group: 'Running', run: go }] : []);
  if (waiting.length === 0) return null;
  return (
    <Menu
      words={<Count of={waiting.length} />}
      label={`${waiting.length} waiting for you`}
      align="end"
      className="waiting-menu"
    >
      {(close) => (
        <>
          {waiting.map((item) => (
            <Link
              key={`${item.sessionId}/${item.requestId}`}
              className="menu-item"
              href={sessionAddress(item.id ?? item.sessionId)}
              onClick={close}
            >
              <span className="words">
                <b>{item.agent}</b> {askedFor(item)}
              </span>
            </Link>
          ))}
          <NotifyItem />
        </>
      )}
    </Menu>
  );
}
