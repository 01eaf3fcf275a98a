/** One agent of the session alone, or all with subagents where they were called. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useQueryValue } from '../../route/place.ts';
import type { Reading } from '../use-reader.ts';

const MOST = 60;

export function LaneMenu({ reading: { store, view } }: { reading: Reading }) {
  const [, setSource] = useQueryValue('source');
  const titles = new Map(store.detail?.sources.map(({ source, title }) => [source, title]));
  const sources = store.skeleton.sources.slice(0, MOST);
  return (
    <label className="lane">
      <span className="visually-hidden">Agent</span>
      <select
        className="field"
        value={view.source ?? ''}
        onChange={({ target }) => setSource(target.value === '' ? null : target.value)}
      >
        <option value="">All agents</option>
        {sources.map((source) => (
          <option key={source} value={source}>
            {neutraliseLine(source === 'primary' ? 'Main agent' : (titles.get(source) ?? source)).slice(0, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}
