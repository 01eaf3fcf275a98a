/** Sums of many people, for an analyst. They are in the order of their names: nothing here is a ranking. */
import type { HubCell } from '@hansard/client';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Trouble } from '../parts/trouble.tsx';
import { useQueryValue } from '../route/place.ts';
import { shownName } from '../words/names.ts';
import { wholeNumber } from '../words/numbers.ts';
import { HubTable } from './hub-table.tsx';

const BY = ['project', 'agent', 'model', 'tool', 'week'];

type Column = readonly [head: string, of: (cell: HubCell) => number];

const USED: readonly Column[] = [
  ['Responses', ({ responses }) => responses],
  ['Input', ({ input }) => input],
  ['Output', ({ output }) => output],
  ['Cache read', ({ cacheRead }) => cacheRead],
  ['Cache write', ({ cacheWrite }) => cacheWrite],
];
const CALLED: readonly Column[] = [
  ['Calls', ({ calls }) => calls],
  ['Failed', ({ errors }) => errors],
];
const SESSIONS: Column = ['Sessions', ({ sessions }) => sessions];

/** A model is not called, and a tool uses no tokens. */
function columnsOf(by: string): readonly Column[] {
  if (by === 'model') return USED;
  return by === 'tool' ? CALLED : [SESSIONS, ...USED, ...CALLED];
}

export function NumbersSection() {
  const [chosen, choose] = useQueryValue('by');
  const by = BY.find((one) => one === chosen) ?? 'project';
  const { data, error, reload } = useAnswer(`hub numbers ${by}`, (signal) => api.hub.numbers(by, { signal }));
  const columns = columnsOf(by);
  return (
    <section aria-label="Numbers">
      <p>
        <label>
          By{' '}
          <select className="field" value={by} onChange={(event) => choose(event.target.value)}>
            {BY.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </p>
      {error !== undefined && <Trouble error={error} onRetry={reload} />}
      <HubTable
        label={`Numbers by ${by}`}
        heads={[capital(by), 'People', ...columns.map(([head]) => head)]}
        numbers={columns.map((_, i) => i + 2)}
        nothing="Fewer than five people have sent something of this kind: nothing is shown."
        rows={data?.cells.map((cell) => ({
          key: cell.name ?? '',
          cells: [
            cell.name === null ? 'Others' : shownName(cell.name),
            `${cell.people} or more`,
            ...columns.map(([, of]) => wholeNumber(of(cell))),
          ],
        }))}
      />
      {data && data.cells.length > 0 && (
        <p className="quiet">
          Every row is of at least {data.least} people. Smaller ones are together as others, and so are rows that could
          be computed from the rest. As of {data.at.slice(0, 10)}: the numbers change when what five people did has
          changed.
        </p>
      )}
    </section>
  );
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
