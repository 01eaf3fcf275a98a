/** One step: what was said in it with times, the tools it used, its receipt and artefacts side by side, and its iterations. */
import type { RunAnswer, RunStepEntry, StepReceipt, StepTranscript } from '@hansard/client';
import { problemOf } from '../answers/problem.ts';
import { type Answer, useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Link } from '../route/link.tsx';
import { sessionAddress } from '../route/pages.ts';
import { usePlace, withQuery } from '../route/place.ts';
import { shownName } from '../words/names.ts';
import { counted } from '../words/numbers.ts';
import { ArtefactList } from './artefact-list.tsx';
import { MessageList } from './message-list.tsx';
import { shownText } from './shown-text.ts';
import { StatusBadge, StubBadge } from './status-badge.tsx';
import { toolUsage } from './tool-usage.ts';

const NONE: readonly string[] = [];

interface StepViewProps {
  id: string;
  run: RunAnswer;
  step: RunStepEntry;
}

export function StepView({ id, run, step }: StepViewProps) {
  const asked = Number(usePlace().query.get('version')) || undefined;
  const name = { flow: step.flow_key, step: step.step_id };
  const query = asked === undefined ? {} : { version: asked };
  // What is shown follows the files: a transcript that grows has another size.
  const state = run.files.find(({ path }) => path === step.transcript)?.hash ?? '';
  const key = `${id} ${JSON.stringify([name, asked, state, step.status, run.files.length])}`;
  const transcript = useAnswer(`step transcript ${key}`, (signal) => api.stepTranscript(id, name, query, { signal }));
  const receipt = useAnswer(`step receipt ${key}`, (signal) => api.stepReceipt(id, name, query, { signal }));
  return (
    <section className="step-view" aria-labelledby="step-name">
      <h2 id="step-name">
        {shownName(step.step_id)} <StatusBadge status={step.status} /> {step.stub && <StubBadge />}
      </h2>
      {step.role !== null && <p className="quiet">{shownName(step.role)}</p>}
      <Iterations versions={transcript.data?.transcripts[0]?.versions ?? 1} step={step} asked={asked} />
      <div className="side-by-side step-parts">
        <div className="step-transcripts">
          {transcript.data?.transcripts.map((one) => (
            <OneTranscript
              key={one.transcript_file}
              transcript={one}
              // That of the last time: what was said before it is a session of its own, or none any more.
              session={one.version === one.versions ? sessionOf(run, step, one.agent_key) : null}
            />
          ))}
          {transcript.error !== undefined && <p className="nothing">{problemOf(transcript.error).detail}</p>}
        </div>
        <div className="step-receipts">
          {receipt.data?.receipts.map((one) => (
            <section key={one.receipt_file}>
              <h3>{shownName(one.receipt_file)}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long receipts are scrolled by keyboard */}
              <pre className="receipt" tabIndex={0}>
                {shownText(JSON.stringify(one.receipt, null, 2))}
              </pre>
            </section>
          ))}
          {receipt.error !== undefined && <p className="nothing">{problemOf(receipt.error).detail}</p>}
        </div>
        <ArtefactList id={id} run={run} paths={artefactsOf(receipt, transcript)} />
      </div>
    </section>
  );
}

/** As its receipts tell, else as they are named; undefined while neither has come. */
function artefactsOf(receipt: Answer<StepReceipt>, transcript: Answer<StepTranscript>): readonly string[] | undefined {
  const isSettled = ({ data, error }: Answer<unknown>) => data !== undefined || error !== undefined;
  if (!isSettled(receipt) || (receipt.error !== undefined && !isSettled(transcript))) return undefined;
  return receipt.data?.artefacts ?? transcript.data?.artefacts ?? NONE;
}

function sessionOf(run: RunAnswer, { flow_key, step_id }: RunStepEntry, agent: string | null): string | null {
  const part = run.step_list.find(
    (step) => step.flow_key === flow_key && step.step_id === step_id && step.agent_key === agent,
  );
  return part?.session ?? null;
}

function OneTranscript({
  transcript,
  session,
}: {
  transcript: StepTranscript['transcripts'][number];
  session: string | null;
}) {
  const tools = toolUsage(transcript.messages);
  return (
    <section>
      <h3>
        {shownName(transcript.transcript_file)}{' '}
        {session !== null && <Link href={sessionAddress(session)}>Open the session</Link>}
      </h3>
      {tools.length > 0 && (
        <ul className="tool-usage" aria-label="Tools that were used">
          {tools.map(({ tool, calls, outputs, failures }) => (
            <li key={tool}>
              <b>{shownName(tool)}</b> {counted(calls, 'call')}, {counted(outputs, 'output')}
              {failures > 0 && <span className="failed">, {failures} failed</span>}
            </li>
          ))}
        </ul>
      )}
      <MessageList messages={transcript.messages} />
      {transcript.invalid > 0 && <p className="failed">{counted(transcript.invalid, 'line')} cannot be read</p>}
    </section>
  );
}

/** Each time it ran; what was written over can be read. */
interface IterationsProps {
  versions: number;
  step: RunStepEntry;
  asked: number | undefined;
}

function Iterations({ versions, step, asked }: IterationsProps) {
  if (step.iterations.length < 2 && versions < 2) return null;
  const shown = asked ?? versions;
  return (
    <nav className="iterations" aria-label="Iterations">
      {Array.from({ length: versions }, (_, n) => (
        <Link
          // biome-ignore lint/suspicious/noArrayIndexKey: versions are numbered
          key={`version ${n + 1}`}
          replace
          href={withQuery({ version: n + 1 === versions ? null : String(n + 1) })}
          aria-current={shown === n + 1 ? 'true' : undefined}
        >
          Version {n + 1}
        </Link>
      ))}
      <span className="quiet">
        {counted(step.iterations.length, 'iteration')}
        {step.iterations.length > 0 && `: ${step.iterations.map(({ status }) => status).join(', ')}`}
      </span>
    </nav>
  );
}
