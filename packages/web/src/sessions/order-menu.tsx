/** The order of the list. */
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { navigate, withQuery } from '../route/place.ts';
import { ORDERS, type Order } from './session-pages.ts';

const ORDER_WORDS: Record<Order, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  longest: 'Longest first',
  costliest: 'Costliest first',
};

export function OrderMenu({ order, byProject }: { order: Order; byProject: boolean }) {
  const choose = (name: Order) => navigate(withQuery({ sort: name === 'newest' ? null : name }), { replace: true });
  return (
    <Menu
      icon="sort"
      words={ORDER_WORDS[order]}
      label={`Order: ${ORDER_WORDS[order]}`}
      className="order-menu"
      align="end"
    >
      {(close) => [
        ...ORDERS.map((name) => (
          <button
            key={name}
            type="button"
            className="menu-item"
            aria-pressed={name === order}
            onClick={() => {
              choose(name);
              close();
            }}
          >
            <Icon name="check" />
            <span className="words">{ORDER_WORDS[name]}</span>
          </button>
        )),
        <button
          key="project"
          type="button"
          className="menu-item"
          aria-pressed={byProject}
          onClick={() => {
            navigate(withQuery({ group: byProject ? null : 'project' }), { replace: true });
            close();
          }}
        >
          <Icon name="check" />
          <span className="words">Group by project</span>
        </button>,
      ]}
    </Menu>
  );
}
