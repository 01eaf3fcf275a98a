/**
 * A receipt: how one agent's part in a step of a run went. The fields up to `transcript_path` are always written; the
 * others were seen in receipts of real runs. Field names are those of the format, which is why they are in snake case.
 */
import Type, { type TSchema } from 'typebox';

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ description });
const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

export const ReceiptTokens = Type.Object(
  {
    prompt: count('All input, cache reads and writes included'),
    completion: count('All output, reasoning included'),
    total: count('Their sum'),
  },
  { description: 'Tokens of the step' },
);

export const Routing = Type.Object(
  {
    loop_iteration: maybe(Type.Integer({ description: 'Which repetition of the step' })),
    max_iterations: maybe(Type.Integer({ description: 'How many there may be' })),
    decision: maybe(text('loop, advance, terminate or pending')),
    reason: maybe(text('Why')),
  },
  { description: 'What came after the step' },
);

export const Receipt = Type.Object(
  {
    engine: text('What ran the step, such as claude-step'),
    model: text('Model id; ends in -stub when nothing was called'),
    step_id: text('Step of the flow'),
    flow_key: text('Flow: signal, plan, build, gate, deploy, wisdom, review, or another'),
    run_id: text('Id of the run'),
    agent_key: text('Agent that ran the step'),
    started_at: Type.Optional(text('Start, RFC 3339')),
    completed_at: Type.Optional(text('End, RFC 3339')),
    duration_ms: count('How long it took'),
    status: text('succeeded or failed'),
    tokens: Type.Optional(ReceiptTokens),
    transcript_path: maybe(text('Path of the transcript below the flow’s folder')),
    mode: maybe(text('stub, sdk or cli')),
    provider: maybe(text('anthropic, anthropic_compat, gemini or none')),
    execution_mode: maybe(text('legacy or session')),
    error: maybe(text('What went wrong')),
    routing: maybe(Routing),
  },
  { description: 'How one agent’s part in a step went' },
);

export type Receipt = Type.Static<typeof Receipt>;
