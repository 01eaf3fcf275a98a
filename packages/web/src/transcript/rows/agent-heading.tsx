/** The heading of a subagent, below the call that spawned it. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { sourceText } from '../../words/names.ts';
import { counted } from '../../words/numbers.ts';
import { useRowTools } from './row-context.ts';
import { RowElement } from './row-frame.tsx';

export function AgentHeading({ row, depth, source }: { row: number; depth: number; source: number }) {
  const { store, showSource } = useRowTools();
  useSyncExternalStore(store.subscribe, () => store.structure);
  const name = store.skeleton.sources[source] ?? '';
  const facts = store.detail?.sources.find((known) => known.source === name);
  const folded = store.isFolded(source);
  const title = sourceText(facts ?? { source: name, title: null, type: null });
  return (
    <RowElement row={row} depth={depth} kind="agent">
      <button type="button" className="row-head" aria-expanded={!folded} onClick={() => store.fold(source, !folded)}>
        <Icon name="agents" />
        <b>{title}</b>
        <span className="summary">
          {neutraliseLine([facts?.type, facts && counted(facts.events, 'event')].filter(Boolean).join(' · '))}
        </span>
      </button>
      <button type="button" className="link" onClick={() => showSource(name)}>
        Only this
      </button>
    </RowElement>
  );
}
