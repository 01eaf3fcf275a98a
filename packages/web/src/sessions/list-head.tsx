/** Above the rows: how many there are, and in a wide list the names of the columns. */
import { counted, wholeNumber } from '../words/numbers.ts';

const COLUMNS = ['Agent', 'Project', 'Related', 'Events', 'Errors', 'Cost', 'Time'];

interface ListHeadProps {
  /** Undefined when it could not be asked for. */
  total: number | undefined;
  filtered: boolean;
  loading: boolean;
  wide: boolean;
}

export function ListHead({ total, filtered, loading, wide }: ListHeadProps) {
  return (
    <div className="list-head" aria-hidden="true">
      <span>{loading && !total ? 'Loading…' : total !== undefined && words(total, filtered)}</span>
      {wide && COLUMNS.map((name) => <span key={name}>{name}</span>)}
    </div>
  );
}

const words = (total: number, filtered: boolean): string =>
  filtered ? `${wholeNumber(total)} found` : counted(total, 'session');
