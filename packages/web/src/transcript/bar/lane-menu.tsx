/** One agent of the session alone, or all with subagents where they were called. */
import { useQueryValue } from '../../route/place.ts';
import { laneNames } from '../../words/names.ts';
import type { Reading } from '../use-reader.ts';

const MOST = 60;

export function LaneMenu({ reading: { store, view } }: { reading: Reading }) {
  const [, setSource] = useQueryValue('source');
  const known = new Map(store.detail?.sources.map((one) => [one.source, one]));
  const sources = store.skeleton.sources.slice(0, MOST);
  const names = laneNames(sources.map((source) => known.get(source) ?? { source, title: null }));
  return (
    <label className="lane">
      <span className="visually-hidden">Agent</span>
      <select
        className="field"
        value={view.source ?? ''}
        onChange={({ target }) => setSource(target.value === '' ? null : target.value)}
      >
        <option value="">All agents</option>
        {sources.map((source, nth) => (
          <option key={source} value={source}>
            {names[nth]?.slice(0, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}
