/** What is made of the files of a run: summaries, what was said in a step, events, times, and two runs side by side. */
import Type from 'typebox';
import { count, flag, oneOf, orNull, shareOrNull, text, textOrNull, texts } from './fields.ts';
import { RunEntry, words } from './runs.ts';

const Artifact = Type.Object({
  path: text('Below the run’s folder'),
  status: oneOf(['present', 'missing'], 'Whether it is there'),
  required: flag('A step is not complete without it'),
});

export const RunSummaryAnswer = Type.Object(
  {
    run_id: text('Id of the run'),
    run_type: oneOf(['active', 'example'], 'example: it has that tag'),
    path: text('Its folder'),
    flows: Type.Record(
      Type.String(),
      Type.Object({
        flow_key: text('Flow'),
        status: oneOf(['not_started', 'in_progress', 'done'], 'How far it is'),
        title: text('Title'),
        decision_present: flag('Always false: no artefact is declared to be the decision'),
        steps: Type.Record(
          Type.String(),
          Type.Object({
            status: oneOf(['complete', 'partial', 'missing', 'n/a'], 'Whether its files are there'),
            required_present: count('Transcripts and receipts that are there'),
            required_total: count('Transcripts and receipts that should be'),
            optional_present: count('Other files of the step'),
            optional_total: count('The same'),
            artifacts: Type.Array(Artifact),
            note: Type.Optional(text('What went wrong')),
          }),
        ),
      }),
    ),
  },
  { description: 'A run as the original sums it up: which files of which step are there' },
);

const Message = words('A line of the transcript, as it was written');

export const StepTranscript = Type.Object(
  {
    run_id: text('Id of the run'),
    flow_key: text('Flow'),
    step_id: text('Step'),
    engine: textOrNull('Of the first transcript'),
    messages: Type.Array(Message, { description: 'Of the first transcript' }),
    transcript_file: text('Name of the first transcript'),
    transcripts: Type.Array(
      Type.Object({
        agent_key: textOrNull('Agent'),
        engine: textOrNull('Engine'),
        transcript_file: text('Name of the file'),
        messages: Type.Array(Message),
        invalid: count('Lines that are no JSON'),
        version: count('Which of the versions it is'),
        versions: count('Versions that are kept'),
      }),
      { description: 'All transcripts of the step' },
    ),
    artefacts: Type.Optional(texts('Paths of other files of the run that are named for the step or lie in its folder')),
  },
  { description: 'What was said in a step' },
);
export type StepTranscript = Type.Static<typeof StepTranscript>;

export const StepReceipt = Type.Object(
  {
    run_id: text('Id of the run'),
    flow_key: text('Flow'),
    step_id: text('Step'),
    receipt: words('The first receipt'),
    receipt_file: text('Name of the first receipt'),
    receipts: Type.Array(
      Type.Object({
        agent_key: textOrNull('Agent'),
        receipt_file: text('Name of the file'),
        receipt: words('As it was written'),
        version: count('Which of the versions it is'),
        versions: count('Versions that are kept'),
      }),
      { description: 'All receipts of the step' },
    ),
    artefacts: Type.Optional(texts('The same as for its transcript, and files that its receipts name')),
  },
  { description: 'How a step went' },
);
export type StepReceipt = Type.Static<typeof StepReceipt>;

export const RunEventEntry = Type.Object(
  {
    run_id: text('Id of the run'),
    ts: textOrNull('When'),
    kind: text('What happened'),
    flow_key: textOrNull('Flow'),
    step_id: textOrNull('Step'),
    agent_key: textOrNull('Agent'),
    payload: words('What is known of it'),
    seq: count('Line in the log of the run'),
  },
  { description: 'An event of a run' },
);
export type RunEventEntry = Type.Static<typeof RunEventEntry>;

export const RunEventList = Type.Object(
  { run_id: text('Id of the run'), events: Type.Array(RunEventEntry) },
  { description: 'Events of a run, in the order of its log' },
);

export const RunTimeline = Type.Object(
  {
    run_id: text('Id of the run'),
    events: Type.Array(
      Type.Object({
        timestamp: textOrNull('When'),
        flow: textOrNull('Flow'),
        step: Type.Optional(text('Step')),
        status: text('What happened'),
        duration_ms: Type.Optional(count('How long it took')),
        note: Type.Optional(text('What is said of it')),
      }),
    ),
  },
  { description: 'What happened in a run, in order' },
);

const timed = {
  started_at: textOrNull('When it began'),
  ended_at: textOrNull('When it ended'),
  duration_seconds: shareOrNull('How long it took'),
};

export const RunTiming = Type.Object(
  {
    run_id: text('Id of the run'),
    timing: orNull(
      Type.Object({
        ...timed,
        flows: Type.Record(
          Type.String(),
          Type.Object({
            flow_key: text('Flow'),
            ...timed,
            steps: Type.Array(Type.Object({ step_id: text('Step'), agent_key: textOrNull('Agent'), ...timed })),
          }),
        ),
      }),
      'Null when no time was recorded',
    ),
    message: Type.Optional(text('Why there is none')),
  },
  { description: 'How long a run took, its flows and its steps' },
);

const compared = <T extends Type.TSchema>(value: T) =>
  Type.Object({ a: orNull(value, 'In run A'), b: orNull(value, 'In run B') });

export const RunComparison = Type.Object(
  {
    run_a: RunEntry,
    run_b: RunEntry,
    flow: textOrNull('The flow that is compared; null: all'),
    steps: Type.Array(
      Type.Object({
        flow_key: text('Flow'),
        step_id: text('Step'),
        agent_key: textOrNull('Agent'),
        change: oneOf(['same', 'changed', 'only_a', 'only_b'], 'Whether status, model or engine differ'),
        status: compared(Type.String()),
        model: compared(Type.String()),
        engine: compared(Type.String()),
        duration_ms: compared(Type.Integer()),
        total_tokens: compared(Type.Integer()),
        micro_usd: compared(Type.Number()),
        iterations: compared(Type.Integer()),
      }),
    ),
    artefacts: Type.Array(
      Type.Object({
        path: text('Below the run’s folder'),
        change: oneOf(['same', 'changed', 'only_a', 'only_b'], 'By their hashes'),
        bytes: compared(Type.Integer()),
      }),
      { description: 'Other files of both runs' },
    ),
  },
  { description: 'Two runs side by side' },
);
export type RunComparison = Type.Static<typeof RunComparison>;
