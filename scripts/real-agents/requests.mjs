/** What agents ask a model, the same for the four APIs: what was said, and which tools there are. */

/** Undefined where the path is no request for an answer. */
export function requestOf(path, text) {
  const api = apiOf(path);
  if (!api) return undefined;
  const body = JSON.parse(text || '{}');
  const isStreamed = api === 'gemini' ? path.endsWith(':streamGenerateContent') : body.stream === true;
  const said = READERS[api](body.request ?? body);
  return { api, model: body.model ?? 'scripted-1', isStreamed, ...said, text, images: imagesIn(body) };
}

/** In whichever way an API has them. */
function imagesIn(value) {
  if (typeof value !== 'object' || value === null) return 0;
  const isImage =
    /^(image|input_image|image_url)$/.test(value.type ?? '') || /^image\//.test(value.inlineData?.mimeType ?? '');
  return isImage ? 1 : Object.values(value).reduce((sum, one) => sum + imagesIn(one), 0);
}

function apiOf(path) {
  if (path.endsWith('/messages')) return 'anthropic';
  if (path.endsWith('/responses')) return 'responses';
  if (path.endsWith('/chat/completions')) return 'chat';
  return /:(streamG|g)enerateContent$/.test(path) ? 'gemini' : undefined;
}

const user = (text) => ({ kind: 'user', text });
const RESULT = { kind: 'result' };
const OTHER = { kind: 'other' };

const READERS = {
  anthropic: ({ messages = [], tools = [] }) => ({
    messages: messages.flatMap(({ role, content }) => {
      if (role !== 'user') return [OTHER];
      const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
      return blocks.map((block) => (block.type === 'tool_result' ? RESULT : user(block.text ?? '')));
    }),
    tools: tools.map(({ name, input_schema }) => ({ name, parameters: input_schema })),
  }),
  responses: ({ input = [], tools = [] }) => ({
    messages: (typeof input === 'string' ? [{ role: 'user', content: input }] : input).map((item) => {
      if (/_output$/.test(item.type ?? '')) return RESULT;
      return item.role === 'user' ? user(textOf(item.content)) : OTHER;
    }),
    tools: tools.map(({ name = '', parameters }) => ({ name, parameters })),
  }),
  chat: ({ messages = [], tools = [] }) => ({
    messages: messages.map(({ role, content }) =>
      role === 'tool' ? RESULT : role === 'user' ? user(textOf(content)) : OTHER,
    ),
    tools: tools.map(({ function: tool }) => ({ name: tool?.name ?? '', parameters: tool?.parameters })),
  }),
  gemini: ({ contents = [], tools = [] }) => ({
    messages: contents.flatMap(({ role, parts = [] }) =>
      parts.map((part) => (part.functionResponse ? RESULT : role === 'user' ? user(part.text ?? '') : OTHER)),
    ),
    tools: tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, parametersJsonSchema, parameters }) => ({ name, parameters: parametersJsonSchema ?? parameters })),
  }),
};

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');
