/** The hub's log: who did what and when, the latest first. It holds hashes and ids, and no content. */
import type { HubLeaf } from '@hansard/client';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Trouble } from '../parts/trouble.tsx';
import { shownName } from '../words/names.ts';
import { fullTime } from '../words/times.ts';
import { HubTable } from './hub-table.tsx';

const SHOWN = 100;

async function latest(signal: AbortSignal): Promise<readonly HubLeaf[]> {
  const { size } = await api.hub.leaves(0, 1, { signal });
  const { leaves } = await api.hub.leaves(Math.max(0, size - SHOWN), SHOWN, { signal });
  return [...leaves].reverse();
}

export function LogSection() {
  const { data, error, reload } = useAnswer('hub log', latest);
  return (
    <section aria-label="Log">
      <h2>Log</h2>
      {error !== undefined && <Trouble error={error} onRetry={reload} />}
      <HubTable
        label="Log"
        heads={['Place', 'When', 'What', 'By', 'Of']}
        nothing="Nothing has happened yet."
        rows={data?.map((leaf) => ({ key: String(leaf.index), cells: cellsOf(leaf) }))}
      />
    </section>
  );
}

interface LeafData {
  readonly act?: string;
  readonly by?: string;
  readonly transcriptId?: string;
  readonly keyId?: string;
  readonly project?: string;
  readonly submitter?: { readonly keyId: string };
}

function cellsOf({ index, at, kind, data }: HubLeaf) {
  const told = JSON.parse(data) as LeafData;
  const of = told.transcriptId ?? told.keyId ?? told.project ?? '';
  return [
    index,
    fullTime(new Date(at).toISOString()),
    [kind, told.act].filter(Boolean).join(': '),
    <code key="by">{shownName(told.by ?? told.submitter?.keyId ?? '')}</code>,
    <code key="of">{shownName(of)}</code>,
  ];
}
