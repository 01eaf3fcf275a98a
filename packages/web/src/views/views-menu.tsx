/** Filters that are kept by name: chosen with a click, kept as they are now, taken away. */
import type { SavedView } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { Link } from '../route/link.tsx';
import { usePlace } from '../route/place.ts';
import { addressToSee, viewAddress } from './view-address.ts';

export const useViews = () => useAnswer('views', (signal) => api.views({ signal }));

export function ViewsMenu() {
  return (
    <Menu icon="bookmark" label="Saved views" align="end" className="views-menu">
      {(close) => <Views onChosen={close} />}
    </Menu>
  );
}

function Views({ onChosen }: { onChosen: () => void }) {
  const { data, error, reload } = useViews();
  const [failed, setFailed] = useState<unknown>();
  const change = (answer: Promise<unknown>) =>
    answer.then(() => {
      setFailed(undefined);
      reload();
    }, setFailed);
  const problem = failed ?? error;
  return (
    <>
      {data?.views.map((view) => (
        <View key={view.name} view={view} onChosen={onChosen} onRemove={() => void change(api.removeView(view.name))} />
      ))}
      {data?.views.length === 0 && <p className="quiet note">Keep a filter here to come back to it with a click.</p>}
      <KeepForm onKeep={(name, address) => change(api.keepView(name, { address }))} />
      {problem !== undefined && (
        <p className="bad note" role="alert">
          {problemOf(problem).detail}
        </p>
      )}
    </>
  );
}

interface ViewProps {
  view: SavedView;
  onChosen: () => void;
  onRemove: () => void;
}

function View({ view: { name, address }, onChosen, onRemove }: ViewProps) {
  const place = usePlace();
  const shown = neutraliseLine(name);
  return (
    <div className="view">
      <Link
        className="menu-item"
        href={addressToSee(address, place)}
        aria-current={viewAddress(place) === address ? 'true' : undefined}
        onClick={onChosen}
      >
        <span className="words" dir="auto" title={shown}>
          {shown}
        </span>
      </Link>
      <Button icon="close" label={`Remove view ${shown}`} onClick={onRemove} />
    </div>
  );
}

/** Under a name that is taken, what was kept is replaced. */
function KeepForm({ onKeep }: { onKeep: (name: string, address: string) => Promise<void> }) {
  const place = usePlace();
  const [name, setName] = useState('');
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') void onKeep(name.trim(), viewAddress(place)).then(() => setName(''));
  };
  return (
    <form className="keep-view" onSubmit={keep}>
      <input
        className="field"
        value={name}
        aria-label="Name for this view"
        placeholder="Name for this view"
        maxLength={64}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" look="framed" disabled={name.trim() === ''}>
        Keep
      </Button>
    </form>
  );
}
