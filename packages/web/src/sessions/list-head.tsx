/** Above the rows: how many there are, and in a wide list the names of the columns. */
import { counted, wholeNumber } from '../words/numbers.ts';

const COLUMNS = ['Agent', 'Project', 'Related', 'Events', 'Errors', 'Cost', 'Time'];

interface ListHeadProps {
  total: number;
  filtered: boolean;
  loading: boolean;
  wide: boolean;
}

export function ListHead({ total, filtered, loading, wide }: ListHeadProps) {
  return (
    <div className="list-head" aria-hidden="true">
      <span>
        {loading && total === 0 ? 'Loading…' : filtered ? `${wholeNumber(total)} found` : counted(total, 'session')}
      </span>
      {wide && COLUMNS.map((name) => <span key={name}>{name}</span>)}
    </div>
  );
}
