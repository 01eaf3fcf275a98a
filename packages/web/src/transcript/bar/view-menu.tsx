/** Which kinds of blocks are shown, beside what the level says, and how. */
import type { ReactNode } from 'react';
import { Menu } from '../../parts/menu.tsx';
import { navigate, withQuery } from '../../route/place.ts';
import { GROUP_LABELS, GROUPS, toggled, type View } from '../model/groups.ts';

export function ViewMenu({ view, children }: { view: View; children?: ReactNode }) {
  return (
    <Menu icon="filter" label="What is shown" className="view-menu">
      {() => (
        <fieldset className="groups">
          <legend className="visually-hidden">What is shown</legend>
          {GROUPS.map((group) => (
            <label key={group}>
              <input
                type="checkbox"
                checked={view.groups.has(group)}
                onChange={() => navigate(withQuery(toggled(view, group)), { replace: true })}
              />
              {GROUP_LABELS[group]}
            </label>
          ))}
          {children}
        </fieldset>
      )}
    </Menu>
  );
}
