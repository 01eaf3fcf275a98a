/** Above the rows: how many there are, and their order. In a wide list the names of the columns. */
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { navigate, withQuery } from '../route/place.ts';
import { wholeNumber } from '../words/numbers.ts';
import { ORDERS, type Order } from './session-pages.ts';

const ORDER_WORDS: Record<Order, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  longest: 'Longest first',
  costliest: 'Costliest first',
};

interface ListHeadProps {
  order: Order;
  total: number;
  filtered: boolean;
  loading: boolean;
}

export function ListHead({ order, total, filtered, loading }: ListHeadProps) {
  return (
    <div className="list-head">
      <span className="list-count" aria-hidden="true">
        {loading && total === 0 ? 'Loading…' : `${wholeNumber(total)} ${filtered ? 'found' : 'sessions'}`}
      </span>
      <div className="list-columns" aria-hidden="true">
        <span>Agent</span>
        <span>Project</span>
        <span />
        <span className="number">Events</span>
        <span className="number">Errors</span>
        <span className="number">Cost</span>
        <span className="number">Time</span>
      </div>
      <Menu words={ORDER_WORDS[order]} icon="sort" label={`Order: ${ORDER_WORDS[order]}`} align="end">
        {(close) =>
          ORDERS.map((name) => (
            <button
              key={name}
              type="button"
              className="menu-item"
              aria-pressed={name === order}
              onClick={() => {
                navigate(withQuery({ sort: name === 'newest' ? null : name }), { replace: true });
                close();
              }}
            >
              <Icon name="check" />
              <span className="words">{ORDER_WORDS[name]}</span>
            </button>
          ))
        }
      </Menu>
    </div>
  );
}
