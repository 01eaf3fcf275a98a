/** Flows over HTTP: what can be run here, and how runs are started and stopped. */
import Type from 'typebox';
import { count, flag, oneOf, orNull, text } from './fields.ts';
import { words } from './runs.ts';

export const RunStartBody = Type.Object(
  {
    flows: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Keys of the flows to run, in their order',
    }),
    profile_id: Type.Optional(orNull(Type.String({ maxLength: 200 }), 'Profile')),
    backend: Type.Optional(orNull(Type.String({ maxLength: 200 }), 'One of /api/backends')),
    params: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 20_000 }))),
    stub: Type.Optional(flag('No agent is started: every step is answered by the stub')),
    resume: Type.Optional(orNull(Type.String({ maxLength: 300 }), 'Goes on with this run')),
  },
  // A name that is mistyped, such as of `stub`, would start agents that nobody asked for.
  { additionalProperties: false, description: 'A run to start' },
);

export const RunStartedAnswer = Type.Object(
  { run_id: text('Id of the run'), status: oneOf(['started'], 'started'), message: text('What was started') },
  { description: 'A run that was started' },
);

export const RunCanceled = Type.Object(
  { status: oneOf(['cancelled'], 'cancelled'), run_id: text('Id of the run') },
  { description: 'A run that was asked to stop' },
);

export const RunMarked = Type.Object(
  { status: oneOf(['updated'], 'updated'), run_id: text('Id of the run'), is_exemplar: flag('As it is now') },
  { description: 'A run that was marked as an example, or no longer' },
);

export const BackendList = Type.Object(
  {
    backends: Type.Array(
      Type.Object({
        id: text('Id'),
        label: text('Name'),
        engine: text('Engine of its steps'),
        available: flag('What it needs is installed here'),
        supports_streaming: flag('Messages are told as they come'),
        supports_events: flag('Events are told as they come'),
        supports_cancel: flag('It can be stopped'),
        supports_replay: flag('It can be played again'),
      }),
    ),
  },
  { description: 'What can run steps of flows here' },
);

export const FlowList = Type.Object(
  {
    flows: Type.Array(
      Type.Object({
        key: text('Key'),
        title: text('Title'),
        description: text('Description'),
        step_count: count('Steps'),
        defined: flag('It is defined here; otherwise only runs of it are known'),
      }),
    ),
  },
  { description: 'Flows' },
);

export const FlowGraphAnswer = Type.Object(
  {
    nodes: Type.Array(Type.Object({ data: words('id, type (step or agent), label, flow, step_id, order, role, …') })),
    edges: Type.Array(Type.Object({ data: words('id, type (step-sequence, step-agent, step-loop), source, target') })),
  },
  { description: 'A flow as a graph' },
);

export const StudioHealth = Type.Object(
  {
    status: oneOf(['ok'], 'ok'),
    flows: count('Flows that are known'),
    agents: count('Agents that take part in them'),
    runs: count('Runs that are known'),
    capabilities: Type.Object({
      runs: flag('Runs are kept here'),
      timeline: flag('There are timelines'),
      governance: flag('Always false'),
      validation: flag('Always false'),
      running: flag('Flows can be run here'),
    }),
  },
  { description: 'That the server answers, and what it can do' },
);
