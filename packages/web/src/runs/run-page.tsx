/** One run: its graph with live states, playback, tools, cost, and the step that is looked at with all its files. */
import type { RunAnswer, RunStepEntry } from '@hansard/client';
import { useRef, useState } from 'react';
import { api } from '../api.ts';
import { useKeys } from '../keys/keys.ts';
import { Button } from '../parts/button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { Link } from '../route/link.tsx';
import { addressOf, navigate, usePlace, withQuery } from '../route/place.ts';
import { shownName } from '../words/names.ts';
import { fullTime } from '../words/times.ts';
import { CostTable } from './cost-table.tsx';
import { Playback } from './playback.tsx';
import { statesAfter, stepKey } from './played.ts';
import { RunFiles } from './run-files.tsx';
import { RunGraph } from './run-graph.tsx';
import { StatusBadge, StubBadge } from './status-badge.tsx';
import { StepView } from './step-view.tsx';
import { ToolTable } from './tool-table.tsx';
import { hasEnded, useRun } from './use-run.ts';

export function RunPage({ id }: { id: string }) {
  const { run, events } = useRun(id);
  if (run.error !== undefined && !run.data) return <Trouble error={run.error} onRetry={run.reload} />;
  if (!run.data) return <p className="nothing">Loading…</p>;
  return <Run id={id} run={run.data} events={events} onChange={run.reload} />;
}

interface RunProps {
  id: string;
  run: RunAnswer;
  events: ReturnType<typeof useRun>['events'];
  onChange: () => void;
}

function Run({ id, run, events, onChange }: RunProps) {
  const { query } = usePlace();
  const stepPlace = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const wanted = JSON.stringify([query.get('flow'), query.get('step')]);
  const steps = run.step_list;
  const selected = steps.find((step) => stepKey(step) === wanted) ?? steps[0];
  const select = (step: RunStepEntry) =>
    navigate(withQuery({ flow: step.flow_key, step: step.step_id, version: null }), { replace: true });
  const goToStep = () => {
    stepPlace.current?.scrollIntoView();
    stepPlace.current?.focus({ preventScroll: true });
  };
  const keys = [...new Set(steps.map(stepKey))];
  const move = (by: number) => {
    const next = keys[keys.indexOf(selected ? stepKey(selected) : '') + by];
    const step = steps.find((one) => stepKey(one) === next);
    if (step) select(step);
  };
  useKeys([
    { key: 'j', does: 'Next step', group: 'Run', run: () => move(1) },
    { key: 'k', does: 'Previous step', group: 'Run', run: () => move(-1) },
    { key: 'p', does: 'Play the run, or pause', group: 'Run', run: () => setPlaying((before) => !before) },
  ]);
  return (
    <div className="runs-page">
      <RunHead id={id} run={run} onChange={onChange} />
      <Playback events={events} at={at} playing={playing} onAt={setAt} onPlaying={setPlaying} />
      <RunGraph
        run={run}
        played={at === undefined ? undefined : statesAfter(events, at)}
        selected={selected && stepKey(selected)}
        onSelect={select}
      />
      <div ref={stepPlace} tabIndex={-1} className="step-place">
        {selected && <StepView key={stepKey(selected)} id={id} run={run} step={selected} />}
      </div>
      <ToolTable run={run} onGo={goToStep} />
      <CostTable run={run} />
      <RunFiles id={id} run={run} />
    </div>
  );
}

function RunHead({ id, run, onChange }: Omit<RunProps, 'events'>) {
  const isExample = run.is_exemplar === true;
  const mark = async () => {
    await api.markRun(id, !isExample);
    onChange();
  };
  return (
    <header className="run-head">
      <p>
        <Link href="/runs">All runs</Link>
      </p>
      <h1>{shownName(run.run_id)}</h1>
      {run.title !== undefined && <p className="run-title">{shownName(run.title)}</p>}
      <p className="run-facts">
        <StatusBadge status={run.status} /> {run.stub && <StubBadge />}
        {!hasEnded(run) && (
          <span className="live-light connected" role="status">
            Following
          </span>
        )}
        {run.backend !== undefined && <span>{shownName(run.backend)}</span>}
        {run.started_at !== null && <span>{fullTime(run.started_at)}</span>}
        {run.aliases.length > 0 && <span>also {run.aliases.map(shownName).join(', ')}</span>}
        <Button look="framed" aria-pressed={isExample} onClick={mark}>
          Example
        </Button>
        <Link href={addressOf('/runs', { q: run.flow_keys[0] && `flow:"${run.flow_keys[0].replaceAll('"', '')}"` })}>
          Other runs of it
        </Link>
      </p>
      {run.error !== null && <p className="failed">{shownName(run.error)}</p>}
    </header>
  );
}
