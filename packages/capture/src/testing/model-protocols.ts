/** How each API writes an answer, whole and as a stream. */
import type { Body, Reply } from './loopback-model.ts';

export interface Protocol {
  whole(reply: Reply, body: Body, id: string): unknown;
  events(reply: Reply, body: Body, id: string): Iterable<string>;
}

const MODEL = 'loopback-1';

export function protocolOf(path: string): Protocol | undefined {
  const [bare = ''] = path.split('?');
  if (bare.endsWith('/chat/completions')) return chat;
  if (bare.endsWith('/responses')) return responses;
  if (bare.endsWith('/messages')) return messages;
  return /:(generate|streamGenerate)Content$/.test(bare) ? gemini : undefined;
}

/** The text in as many pieces as the reply says. */
export function piecesOf({ text = '', pieces = 3 }: Reply): string[] {
  if (text === '') return [];
  const size = Math.max(1, Math.ceil(text.length / pieces));
  return text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { type: string }): string => `event: ${value.type}\n${data(value)}`;

const chatUsage = {
  prompt_tokens: 20,
  completion_tokens: 12,
  total_tokens: 32,
  prompt_tokens_details: { cached_tokens: 8 },
  completion_tokens_details: { reasoning_tokens: 4 },
};

const chat: Protocol = {
  whole({ text, refusal, calls }, body, id) {
    const message = {
      role: 'assistant',
      content: text ?? null,
      refusal: refusal ?? null,
      ...(calls ? { tool_calls: calls.map(chatCall) } : {}),
    };
    const choices = Array.from({ length: body.n ?? 1 }, (_, index) => ({
      index,
      message: index === 0 ? message : { ...message, content: `${text} (${index})` },
      finish_reason: calls ? 'tool_calls' : 'stop',
      logprobs: null,
    }));
    return { id, object: 'chat.completion', created: 1, model: MODEL, choices, usage: chatUsage };
  },
  *events(reply, body, id) {
    const chunk = (delta: object, finish: string | null = null) =>
      data({
        id,
        object: 'chat.completion.chunk',
        created: 1,
        model: MODEL,
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    yield chunk({ role: 'assistant', content: '' });
    for (const content of piecesOf(reply)) yield chunk({ content });
    for (const [index, call] of (reply.calls ?? []).entries()) {
      const made = chatCall(call);
      yield chunk({ tool_calls: [{ index, ...made, function: { name: call.name, arguments: '' } }] });
      for (const piece of made.function.arguments.match(/.{1,5}/gs) ?? []) {
        yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
      }
    }
    yield chunk({}, reply.calls ? 'tool_calls' : 'stop');
    if (body.stream_options?.include_usage) {
      yield data({ id, object: 'chat.completion.chunk', created: 1, model: MODEL, choices: [], usage: chatUsage });
    }
    yield 'data: [DONE]\n\n';
  },
};

const chatCall = ({ id, name, input }: NonNullable<Reply['calls']>[number]) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});

function responseItems({ text, reasoning, calls = [], refusal }: Reply, id: string) {
  return [
    ...(reasoning
      ? [
          {
            id: `rs_${id}`,
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: reasoning }],
            status: 'completed',
          },
        ]
      : []),
    ...(text || refusal
      ? [
          {
            id: `msg_${id}`,
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [
              ...(text ? [{ type: 'output_text', text, annotations: [], logprobs: [] }] : []),
              ...(refusal ? [{ type: 'refusal', refusal }] : []),
            ],
          },
        ]
      : []),
    ...calls.map((call) => ({
      id: `fc_${call.id}`,
      type: 'function_call',
      call_id: call.id,
      name: call.name,
      arguments: JSON.stringify(call.input),
      status: 'completed',
    })),
  ];
}

const response = (reply: Reply, body: Body, id: string, status: string, output: unknown[]) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: 1,
  status,
  model: MODEL,
  output,
  parallel_tool_calls: true,
  tool_choice: 'auto',
  tools: body.tools ?? [],
  text: { format: { type: 'text' } },
  previous_response_id: body.previous_response_id ?? null,
  conversation: body.conversation ?? null,
  error: null,
  incomplete_details: null,
  instructions: body.instructions ?? null,
  metadata: {},
  usage:
    status === 'completed'
      ? {
          input_tokens: 20,
          input_tokens_details: { cached_tokens: 8 },
          output_tokens: 12,
          output_tokens_details: { reasoning_tokens: 4 },
          total_tokens: 32,
        }
      : null,
  ...(reply.refusal ? {} : {}),
});

const responses: Protocol = {
  whole: (reply, body, id) => response(reply, body, id, 'completed', responseItems(reply, id)),
  *events(reply, body, id) {
    let sequence_number = 0;
    const tell = (value: { type: string }) =>
      event({ ...value, sequence_number: sequence_number++ } as { type: string });
    yield tell({ type: 'response.created', response: response(reply, body, id, 'in_progress', []) } as never);
    const items = responseItems(reply, id);
    for (const [output_index, item] of items.entries()) {
      const bare =
        item.type === 'message' ? { ...item, content: [], status: 'in_progress' } : { ...item, arguments: '' };
      yield tell({ type: 'response.output_item.added', output_index, item: bare } as never);
      if (item.type === 'message') {
        const at = { item_id: item.id, output_index, content_index: 0 };
        const part = { type: 'output_text', text: '', annotations: [] };
        yield tell({ type: 'response.content_part.added', ...at, part } as never);
        for (const delta of piecesOf(reply)) yield tell({ type: 'response.output_text.delta', ...at, delta } as never);
        yield tell({ type: 'response.output_text.done', ...at, text: reply.text ?? '' } as never);
      }
      if ('arguments' in item) {
        const at = { item_id: item.id, output_index };
        yield tell({ type: 'response.function_call_arguments.delta', ...at, delta: item.arguments } as never);
        yield tell({ type: 'response.function_call_arguments.done', ...at, arguments: item.arguments } as never);
      }
      yield tell({ type: 'response.output_item.done', output_index, item } as never);
    }
    yield tell({ type: 'response.completed', response: response(reply, body, id, 'completed', items) } as never);
  },
};

function blocksOf({ text, reasoning, calls = [], refusal }: Reply) {
  return [
    ...(reasoning ? [{ type: 'thinking', thinking: reasoning, signature: 'c2ln' }] : []),
    ...(text || refusal ? [{ type: 'text', text: text ?? refusal }] : []),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ];
}

const anthropicUsage = {
  input_tokens: 12,
  cache_read_input_tokens: 8,
  cache_creation_input_tokens: 5,
  output_tokens: 12,
};
const stopOf = ({ calls, refusal }: Reply) => (calls ? 'tool_use' : refusal ? 'refusal' : 'end_turn');

const messages: Protocol = {
  whole: (reply, _body, id) => ({
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content: blocksOf(reply),
    stop_reason: stopOf(reply),
    stop_sequence: null,
    usage: anthropicUsage,
  }),
  *events(reply, _body, id) {
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: MODEL, content: [] };
    const usage = { ...anthropicUsage, output_tokens: 1 };
    yield event({ type: 'message_start', message: { ...message, stop_reason: null, usage } } as never);
    yield event({ type: 'ping' });
    for (const [index, block] of blocksOf(reply).entries()) {
      const { type } = block;
      const start = type === 'tool_use' ? { ...block, input: {} } : { ...block, text: '', thinking: '' };
      yield event({ type: 'content_block_start', index, content_block: start } as never);
      for (const delta of deltasOf(reply, block)) yield event({ type: 'content_block_delta', index, delta } as never);
      yield event({ type: 'content_block_stop', index } as never);
    }
    const delta = { stop_reason: stopOf(reply), stop_sequence: null };
    yield event({ type: 'message_delta', delta, usage: { output_tokens: 12 } } as never);
    yield event({ type: 'message_stop' });
  },
};

function deltasOf(reply: Reply, block: ReturnType<typeof blocksOf>[number]): object[] {
  if ('thinking' in block) return [{ type: 'thinking_delta', thinking: block.thinking }];
  if ('input' in block) {
    const pieces = JSON.stringify(block.input).match(/.{1,5}/gs) ?? [];
    return pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
  }
  return piecesOf({ ...reply, text: reply.text ?? reply.refusal }).map((text) => ({ type: 'text_delta', text }));
}

const geminiUsage = {
  promptTokenCount: 20,
  cachedContentTokenCount: 8,
  candidatesTokenCount: 8,
  thoughtsTokenCount: 4,
  totalTokenCount: 32,
};

const candidate = (parts: object[], finishReason?: string) => [
  { index: 0, content: { role: 'model', parts }, ...(finishReason ? { finishReason } : {}) },
];

const geminiCalls = ({ calls = [] }: Reply) =>
  calls.map(({ name, input }) => ({ functionCall: { name, args: input } }));
const geminiThoughts = ({ reasoning }: Reply) => (reasoning ? [{ text: reasoning, thought: true }] : []);

const gemini: Protocol = {
  whole: (reply, _body, responseId) => ({
    candidates: candidate(
      [...geminiThoughts(reply), ...(reply.text ? [{ text: reply.text }] : []), ...geminiCalls(reply)],
      'STOP',
    ),
    usageMetadata: geminiUsage,
    modelVersion: MODEL,
    responseId,
  }),
  *events(reply, _body, responseId) {
    const chunk = (parts: object[], finish?: string) =>
      `data: ${JSON.stringify({
        candidates: candidate(parts, finish),
        modelVersion: MODEL,
        responseId,
        ...(finish ? { usageMetadata: geminiUsage } : {}),
      })}\r\n\r\n`;
    if (reply.reasoning) yield chunk(geminiThoughts(reply));
    for (const text of piecesOf(reply)) yield chunk([{ text }]);
    yield chunk(geminiCalls(reply), 'STOP');
  },
};
