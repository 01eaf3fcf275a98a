/** What can be done with the sessions that were chosen: tag, star, export, compare, erase. */
import type { SessionSummary } from '@hansard/client';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../answers/problem.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { useKeys } from '../keys/keys.ts';
import { Button } from '../parts/button.tsx';
import { Link } from '../route/link.tsx';
import { compareAddress } from '../route/pages.ts';
import { counted } from '../words/numbers.ts';
import { selection, useSelected, useSelecting } from './selection.ts';
import { sessionPages } from './use-sessions.ts';

/** Browsers take downloads that come too fast for one that was replaced. */
const BETWEEN_DOWNLOADS_MS = 400;

export function SelectionBar({ sessions }: { sessions: readonly SessionSummary[] }) {
  const selected = useSelected();
  const isOn = useSelecting();
  useKeys([
    {
      key: 'x',
      does: 'Choose the session, to do something with several',
      group: 'List',
      run: () => {
        const link = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-session]');
        if (link?.dataset['session']) selection.toggle(link.dataset['session']);
        else selection.begin();
      },
    },
  ]);
  if (!isOn) {
    return (
      <button type="button" className="as-link select-sessions" onClick={() => selection.begin()}>
        Select…
      </button>
    );
  }
  const ids = [...selected];
  const [a, b] = ids;
  return (
    <section className="selection-bar" aria-label="Selected sessions">
      <b role="status">{counted(ids.length, 'session')} selected</b>
      <Button look="framed" onClick={() => selection.choose(sessions.map(({ id }) => id))}>
        {`Select all ${sessions.length}`}
      </Button>
      {ids.length > 0 && <Actions ids={ids} />}
      {ids.length === 2 && a && b && <Link href={compareAddress(a, b)}>Compare</Link>}
      <Button look="framed" onClick={() => selection.end()}>
        Done
      </Button>
    </section>
  );
}

function Actions({ ids }: { ids: readonly string[] }) {
  const [tag, setTag] = useState('');
  const [said, setSaid] = useState('');
  /** One after the other: what failed is told, and the rest is done. */
  const each = async (what: string, run: (id: string) => Promise<Partial<SessionSummary>>) => {
    let [done, problem] = [0, ''];
    for (const id of ids) {
      try {
        sessionPages.update(id, await run(id));
        done++;
      } catch (error) {
        problem = ` ${problemOf(error).detail}`;
      }
    }
    setSaid(`${what} ${counted(done, 'session')}.${problem}`);
  };
  const addTag = (event: FormEvent) => {
    event.preventDefault();
    const name = tag.trim();
    if (name !== '') void each('Tagged', (id) => api.addTag(id, name)).then(() => setTag(''));
  };
  return (
    <>
      <form onSubmit={addTag}>
        <input
          className="field"
          aria-label="Tag for all selected sessions"
          placeholder="Tag"
          value={tag}
          onChange={({ target }) => setTag(target.value)}
        />
        <Button look="framed" type="submit" disabled={tag.trim() === ''}>
          Add tag
        </Button>
      </form>
      <Button look="framed" icon="star" onClick={() => void each('Starred', (id) => api.star(id))}>
        Star
      </Button>
      <ExportAll ids={ids} onSaid={setSaid} />
      <EraseAll ids={ids} onSaid={setSaid} />
      {said !== '' && <span role="status">{said}</span>}
    </>
  );
}

interface AllProps {
  ids: readonly string[];
  onSaid: (words: string) => void;
}

/** A file for each, by the profile that is named before. */
function ExportAll({ ids, onSaid }: AllProps) {
  const profiles = useAnswer('profiles', (signal) => api.profiles({ signal })).data;
  const [chosen, setChosen] = useState<string>();
  const profile = chosen ?? profiles?.chosen;
  if (!profiles || profile === undefined) return null;
  const download = async () => {
    for (const id of ids) {
      const link = document.createElement('a');
      Object.assign(link, { href: api.exportUrl(id, { to: 'html', profile }), download: '' }).click();
      await new Promise((next) => setTimeout(next, BETWEEN_DOWNLOADS_MS));
    }
    onSaid(`Exported ${counted(ids.length, 'session')}. Exports are logged; see hansard shared.`);
  };
  return (
    <span className="export-all">
      <select
        className="field"
        aria-label="Privacy profile for the export"
        value={profile}
        onChange={({ target }) => setChosen(target.value)}
      >
        {profiles.profiles
          .filter(({ allowed }) => allowed)
          .map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
      </select>
      <Button look="framed" icon="export" onClick={() => void download()}>
        Export as HTML
      </Button>
    </span>
  );
}

/** Asks once more: what is erased does not come back. */
function EraseAll({ ids, onSaid }: AllProps) {
  const [asking, setAsking] = useState(false);
  const erase = async () => {
    setAsking(false);
    try {
      const { erased, unfinished } = await api.erase([...ids]);
      sessionPages.remove(erased);
      selection.choose(ids.filter((id) => !erased.includes(id)));
      onSaid([`Erased ${counted(erased.length, 'session')}.`, unfinished].filter(Boolean).join(' '));
    } catch (error) {
      onSaid(problemOf(error).detail);
    }
  };
  if (!asking) {
    return (
      <Button look="framed" onClick={() => setAsking(true)}>
        Erase…
      </Button>
    );
  }
  return (
    <span className="erase-all" role="alertdialog" aria-label="Erase for good">
      {`Erase ${counted(ids.length, 'session')} for good, from the archive and its backups? The agents’ own files stay.`}
      <Button look="framed" className="bad" onClick={() => void erase()}>
        Erase
      </Button>
      <Button look="framed" onClick={() => setAsking(false)}>
        Cancel
      </Button>
    </span>
  );
}
