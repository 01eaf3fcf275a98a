/** Answers in the words of the four APIs, whole or piece by piece. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const id = (prefix) => `${prefix}${randomBytes(12).toString('hex')}`;
const words = (text) => text.match(/\S+\s*/g) ?? [''];
const TOKENS = { input: 100, output: 10 };

export async function answerInStream(asked, turn, response) {
  if (turn.error) return fail(turn.error, response);
  const write = WRITERS[asked.api];
  const blocks = turn.blocks.map((block) => ({ ...block, id: id('call_') }));
  if (!asked.isStreamed) return sendWhole(response, write.whole(asked, blocks));
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { event, data, pause } of write.pieces(asked, blocks)) {
    response.write(
      `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    );
    if (pause && turn.pieceMs) await sleep(turn.pieceMs);
  }
  response.end();
}

function fail({ status, message }, response) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', code: status, message } }));
}

function sendWhole(response, body) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const WRITERS = {
  anthropic: {
    whole: ({ model }, blocks) => ({
      ...anthropicMessage(model),
      content: blocks.map(anthropicBlock),
      stop_reason: anthropicStop(blocks),
    }),
    *pieces({ model }, blocks) {
      const say = (type, data, pause) => ({ event: type, data: { type, ...data }, pause });
      yield say('message_start', { message: anthropicMessage(model) });
      for (const [index, block] of blocks.entries()) {
        const whole = anthropicBlock(block);
        yield say('content_block_start', { index, content_block: emptied(whole) });
        for (const delta of anthropicDeltas(whole)) yield say('content_block_delta', { index, delta }, true);
        yield say('content_block_stop', { index });
      }
      yield say('message_delta', {
        delta: { stop_reason: anthropicStop(blocks) },
        usage: { output_tokens: TOKENS.output },
      });
      yield say('message_stop', {});
    },
  },
  responses: {
    whole: ({ model }, blocks) => responseOf(model, 'completed', blocks.map(itemOf)),
    *pieces({ model }, blocks) {
      let sequence_number = 0;
      const say = (type, data, pause) => ({
        event: type,
        data: { type, sequence_number: sequence_number++, ...data },
        pause,
      });
      const items = blocks.map(itemOf);
      const begun = responseOf(model, 'in_progress', []);
      yield say('response.created', { response: begun });
      for (const [output_index, item] of items.entries()) {
        yield say('response.output_item.added', {
          output_index,
          item: { ...item, status: 'in_progress', ...(item.content ? { content: [] } : {}) },
        });
        const at = { output_index, item_id: item.id, content_index: 0 };
        if (item.type === 'message') {
          const [part] = item.content;
          yield say('response.content_part.added', { ...at, part: { ...part, text: '' } });
          for (const delta of words(part.text)) yield say('response.output_text.delta', { ...at, delta }, true);
          yield say('response.output_text.done', { ...at, text: part.text });
        }
        yield say('response.output_item.done', { output_index, item });
      }
      yield say('response.completed', { response: { ...responseOf(model, 'completed', items), id: begun.id } });
    },
  },
  chat: {
    whole: ({ model }, blocks) => ({
      ...chatFrame(model, 'chat.completion'),
      choices: [
        {
          index: 0,
          finish_reason: chatStop(blocks),
          message: { role: 'assistant', content: textOf(blocks), ...calls(blocks) },
        },
      ],
      usage: CHAT_USAGE,
    }),
    *pieces({ model }, blocks) {
      const frame = chatFrame(model, 'chat.completion.chunk');
      const say = (delta, finish_reason = null) => ({
        data: { ...frame, choices: [{ index: 0, delta, finish_reason }] },
        pause: true,
      });
      yield say({ role: 'assistant', content: '' });
      for (const content of words(textOf(blocks))) yield say({ content });
      const { tool_calls = [] } = calls(blocks);
      if (tool_calls.length > 0) yield say({ tool_calls: tool_calls.map((call, index) => ({ index, ...call })) });
      yield say({}, chatStop(blocks));
      yield { data: { ...frame, choices: [], usage: CHAT_USAGE } };
      yield { data: '[DONE]' };
    },
  },
  gemini: {
    whole: ({ model }, blocks) => geminiAnswer(model, blocks.flatMap(geminiParts), true),
    *pieces({ model }, blocks) {
      for (const part of blocks.flatMap(geminiParts)) yield { data: geminiAnswer(model, [part], false), pause: true };
      yield { data: geminiAnswer(model, [{ text: '' }], true) };
    },
  },
};

const anthropicMessage = (model) => ({
  id: id('msg_'),
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: TOKENS.input, output_tokens: TOKENS.output },
});
const anthropicStop = (blocks) => (blocks.some(({ tool }) => tool) ? 'tool_use' : 'end_turn');
const anthropicBlock = ({ text, thinking, tool, input, id: call }) => {
  if (tool) return { type: 'tool_use', id: call.replace('call_', 'toolu_'), name: tool, input };
  return thinking ? { type: 'thinking', thinking, signature: 'c2lnbmF0dXJl' } : { type: 'text', text };
};
const emptied = (block) => ({
  ...block,
  ...('text' in block ? { text: '' } : 'thinking' in block ? { thinking: '', signature: '' } : { input: {} }),
});
function anthropicDeltas({ type, text, thinking, signature, input }) {
  if (type === 'text') return words(text).map((piece) => ({ type: 'text_delta', text: piece }));
  if (type === 'tool_use') return [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }];
  return [
    { type: 'thinking_delta', thinking },
    { type: 'signature_delta', signature },
  ];
}

const itemOf = ({ text, thinking, tool, input, id: call_id }) => {
  if (tool)
    return {
      type: 'function_call',
      id: id('fc_'),
      status: 'completed',
      call_id,
      name: tool,
      arguments: JSON.stringify(input),
    };
  if (thinking) return { type: 'reasoning', id: id('rs_'), summary: [{ type: 'summary_text', text: thinking }] };
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: id('msg_'), status: 'completed', role: 'assistant', content };
};
const responseOf = (model, status, output) => ({
  id: id('resp_'),
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  status,
  model,
  output,
  usage: {
    input_tokens: TOKENS.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: TOKENS.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: TOKENS.input + TOKENS.output,
  },
});

const CHAT_USAGE = {
  prompt_tokens: TOKENS.input,
  completion_tokens: TOKENS.output,
  total_tokens: TOKENS.input + TOKENS.output,
};
const chatFrame = (model, object) => ({ id: id('chatcmpl-'), object, created: Math.floor(Date.now() / 1000), model });
const chatStop = (blocks) => (blocks.some(({ tool }) => tool) ? 'tool_calls' : 'stop');
const textOf = (blocks) => blocks.map(({ text = '' }) => text).join('');
const calls = (blocks) => {
  const tool_calls = blocks
    .filter(({ tool }) => tool)
    .map(({ tool, input, id: call }) => ({
      id: call,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    }));
  return tool_calls.length > 0 ? { tool_calls } : {};
};

const geminiParts = ({ text, thinking, tool, input, id: call }) => {
  if (tool) return [{ functionCall: { id: call, name: tool, args: input } }];
  return thinking ? [{ text: thinking, thought: true }] : words(text).map((piece) => ({ text: piece }));
};
const geminiAnswer = (model, parts, isLast) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(isLast ? { finishReason: 'STOP' } : {}) }],
  usageMetadata: {
    promptTokenCount: TOKENS.input,
    candidatesTokenCount: TOKENS.output,
    totalTokenCount: TOKENS.input + TOKENS.output,
  },
  modelVersion: model,
});
