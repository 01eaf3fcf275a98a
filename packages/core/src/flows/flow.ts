/** A flow as a file describes it: steps in their order, each done by an agent. Names are safe as parts of paths on every system. */
import Type from 'typebox';

const text = (description: string, maxLength = 20_000) => Type.String({ minLength: 1, maxLength, description });

/** No separators, no dots at the ends: names become folders and files. */
export const NAME_PATTERN = '^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_])?$';
const name = (description: string) => Type.String({ pattern: NAME_PATTERN, description });
const closed = { additionalProperties: false } as const;

export const FlowParam = Type.Object(
  {
    description: Type.Optional(text('What it is for')),
    default: Type.Optional(Type.String({ maxLength: 20_000, description: 'Its value where none is given' })),
  },
  { ...closed, description: 'A value that whoever runs the flow may give' },
);

export const FlowInput = Type.Union(
  [
    name('An earlier step: what it answered last'),
    Type.Object({ file: text('A file inside the folder of work', 1000) }, closed),
    Type.Object({ param: name('A parameter of the flow') }, closed),
  ],
  { description: 'Something that the step is given' },
);

export const FlowLoop = Type.Object(
  {
    max: Type.Integer({ minimum: 1, maximum: 1000, description: 'How often the steps are done at most' }),
    until: Type.Optional(text('Last line of the answer that ends the loop', 200)),
    from: Type.Optional(name('The earlier step that the loop goes back to; this step itself unless said')),
  },
  { ...closed, description: 'The step is repeated' },
);

export const FlowStep = Type.Object(
  {
    id: name('Id of the step'),
    title: Type.Optional(text('What it is called', 200)),
    role: text('What the agent is to do; {{name}} stands for a parameter'),
    agent: name('Key of the agent, such as code-implementer'),
    engine: Type.Optional(name('What runs it, such as claude-step')),
    model: Type.Optional(text('Model', 200)),
    permissions: Type.Optional(
      Type.Enum(['default', 'plan', 'acceptEdits', 'bypass'], {
        description: 'What the agent may do without asking; default unless said',
      }),
    ),
    inputs: Type.Optional(Type.Array(FlowInput, { maxItems: 100, description: 'What the step is given' })),
    loop: Type.Optional(FlowLoop),
    gate: Type.Optional(text('Last line of the answer without which the flow ends here, as failed', 200)),
  },
  { ...closed, description: 'A step' },
);

export const Flow = Type.Object(
  {
    key: name('Key of the flow, such as build'),
    title: Type.Optional(text('What it is called', 200)),
    description: Type.Optional(text('What it is for')),
    engine: Type.Optional(name('Engine of the steps that name none')),
    params: Type.Optional(Type.Record(Type.String(), FlowParam, { description: 'Parameters by name' })),
    steps: Type.Array(FlowStep, { minItems: 1, maxItems: 500, description: 'In their order' }),
  },
  { ...closed, description: 'A flow' },
);

export type FlowInput = Type.Static<typeof FlowInput>;
export type FlowLoop = Type.Static<typeof FlowLoop>;
export type FlowStep = Type.Static<typeof FlowStep>;
export type Flow = Type.Static<typeof Flow>;
