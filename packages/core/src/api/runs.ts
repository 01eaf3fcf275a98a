/**
 * Runs of flows over HTTP. Names and fields are those of the original studio, which is why they are in snake case; what is
 * told beyond them has names of the same kind.
 */
import Type from 'typebox';
import { RUN_STATUSES, STEP_STATUSES } from '../run-status.ts';
import { count, countOrNull, flag, oneOf, orNull, shareOrNull, text, textOrNull, texts } from './fields.ts';

export const words = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

export const RunTokenSums = Type.Object(
  {
    prompt: count('All input, cache included'),
    completion: count('All output, reasoning included'),
    total: count('Their sum'),
  },
  { description: 'Tokens' },
);

const money = shareOrNull('What it cost, in millionths of a US dollar; null where no model of it has a price');

export const RunEntry = Type.Object(
  {
    run_id: text('Id of the run: the name of its folder'),
    key: text('Names the run where two folders have the same name'),
    aliases: texts('Other ids that its own files give it'),
    run_type: oneOf(['active', 'example'], 'example: it has that tag'),
    path: text('Its folder'),
    title: Type.Optional(text('Title')),
    description: Type.Optional(text('Description')),
    tags: texts('Tags'),
    backend: Type.Optional(text('What ran it')),
    is_exemplar: Type.Optional(flag('It is marked as an example for others')),
    status: oneOf(RUN_STATUSES, 'How it goes'),
    sdlc_status: textOrNull('ok, warning, error, unknown or partial, where its files say so'),
    flow_keys: texts('Its flows, in their order'),
    stub: flag('A stub answered for some step'),
    created_at: textOrNull('When it was made'),
    updated_at: textOrNull('When it changed last'),
    started_at: textOrNull('When it began'),
    completed_at: textOrNull('When it ended'),
    error: textOrNull('What went wrong'),
    steps: count('Steps'),
    failed_steps: count('Steps that failed'),
    tokens: RunTokenSums,
  },
  { description: 'A run in the list' },
);
export type RunEntry = Type.Static<typeof RunEntry>;

export const RunList = Type.Object(
  {
    runs: Type.Array(RunEntry),
    total: count('On all pages'),
    limit: count('As it was taken: from 1 to 500'),
    offset: count('Runs that were left out at the beginning'),
    has_more: flag('There are further ones'),
  },
  { description: 'Runs, newest first' },
);
export type RunList = Type.Static<typeof RunList>;

const StepIteration = Type.Object({
  n: count('From 1'),
  started_at: textOrNull('When it began'),
  completed_at: textOrNull('When it ended'),
  status: oneOf(STEP_STATUSES, 'How it went'),
});

export const RunStepEntry = Type.Object(
  {
    flow_key: text('Flow'),
    step_id: text('Step'),
    agent_key: textOrNull('Agent'),
    engine: textOrNull('What ran it, such as claude-step'),
    model: textOrNull('Model'),
    mode: textOrNull('stub, sdk or cli'),
    provider: textOrNull('Who serves the model'),
    role: textOrNull('What the step is for'),
    status: oneOf(STEP_STATUSES, 'How it goes'),
    stub: flag('A stub has answered'),
    started_at: textOrNull('When it began'),
    completed_at: textOrNull('When it ended'),
    duration_ms: countOrNull('How long it took'),
    tokens: orNull(RunTokenSums, 'Tokens; null where no receipt tells them'),
    micro_usd: money,
    error: textOrNull('What went wrong'),
    iteration: countOrNull('Which time it ran last'),
    max_iterations: countOrNull('How often it may run'),
    decision: textOrNull('loop, advance, terminate or pending'),
    reason: textOrNull('Why'),
    iterations: Type.Array(StepIteration, { description: 'Each time it ran, as the log tells it' }),
    transcript: textOrNull('Path of its transcript in the run'),
    receipt: textOrNull('Path of its receipt in the run'),
    session: textOrNull('Id of the session that it is'),
  },
  { description: 'One agent’s part in one step' },
);
export type RunStepEntry = Type.Static<typeof RunStepEntry>;

export const RunFileEntry = Type.Object(
  {
    path: text('In the run’s folder'),
    kind: oneOf(['transcript', 'receipt', 'events', 'meta', 'artefact'], 'What it is'),
    bytes: count('Size'),
    hash: textOrNull('SHA-256; null for a file that is too large to be kept'),
    versions: count('How many versions of it are kept: what was written over stays'),
  },
  { description: 'A file of the run' },
);

const RunFlowEntry = Type.Object({
  flow_key: text('Flow'),
  status: oneOf(STEP_STATUSES, 'How it goes'),
  steps: count('Steps'),
  tokens: RunTokenSums,
  micro_usd: money,
  stub: flag('A stub answered for some step'),
});

const toolCounts = {
  calls: count('How often it was called'),
  outputs: count('How often something came back'),
  failures: count('How often it failed'),
};

const RunToolEntry = Type.Object(
  {
    tool: text('Name of the tool; empty where the transcript does not say it'),
    ...toolCounts,
    steps: Type.Array(Type.Object({ step: count('Which of `step_list`, from 0'), ...toolCounts }), {
      description: 'The same in each step that used it, in their order',
    }),
  },
  { description: 'A tool that was used in the run' },
);
export type RunToolEntry = Type.Static<typeof RunToolEntry>;

export const RunAnswer = Type.Object(
  {
    ...RunEntry.properties,
    initiator: textOrNull('Who started it'),
    profile_id: textOrNull('Profile'),
    params: words('Parameters it was started with'),
    micro_usd: money,
    flows: Type.Array(RunFlowEntry, { description: 'Each flow with its sums' }),
    step_list: Type.Array(RunStepEntry, { description: 'In the order in which they ran' }),
    files: Type.Array(RunFileEntry, { description: 'Everything in its folder' }),
    tools: Type.Optional(
      Type.Array(RunToolEntry, {
        description: 'Tools, the most used first; missing where the server does not count them',
      }),
    ),
    tools_cut: Type.Optional(
      flag('There are too many tools in too many steps: those that were used least are not among `tools`'),
    ),
  },
  { description: 'A run with its steps and files' },
);
export type RunAnswer = Type.Static<typeof RunAnswer>;

export const TranscriptFileList = Type.Object(
  {
    run_id: text('Id of the run'),
    transcripts: Type.Array(
      Type.Object({
        flow_key: text('Flow'),
        step_id: text('Step'),
        agent_key: textOrNull('Agent'),
        engine: textOrNull('Engine, as the address of the transcript has it'),
        path: text('Path below the run’s folder'),
        size: count('Bytes'),
        hash: textOrNull('SHA-256'),
        versions: count('Versions that are kept'),
        session: textOrNull('Id of the session that it is'),
      }),
    ),
  },
  { description: 'Transcripts of a run' },
);

export const ReceiptFileList = Type.Object(
  {
    run_id: text('Id of the run'),
    receipts: Type.Array(
      Type.Object({
        flow_key: text('Flow'),
        step_id: text('Step'),
        agent_key: textOrNull('Agent'),
        path: text('Path below the run’s folder'),
        size: count('Bytes'),
        hash: textOrNull('SHA-256'),
        versions: count('Versions that are kept'),
        status: text('How the step went'),
        tokens: orNull(RunTokenSums, 'Tokens'),
        session: textOrNull('Id of the session that it is of'),
      }),
    ),
  },
  { description: 'Receipts of a run' },
);
