/** What went wrong with a request: what happened, and what to do about it. */
import { problemOf } from '../answers/problem.ts';
import { Button } from './button.tsx';

export function Trouble({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { detail, action } = problemOf(error);
  return (
    <div className="trouble" role="alert">
      <p>{detail}</p>
      {action && <p className="quiet">{action}</p>}
      {onRetry && (
        <Button look="framed" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
