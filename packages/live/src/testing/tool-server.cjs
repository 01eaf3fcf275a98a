/** A server of one tool, for trials: it says how long the value of its variable is, which is nobody's business. */
const { createInterface } = require('node:readline');

const TOOL = {
  name: 'measure_key',
  description: 'Says how long the key is.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'trial', version: '1' },
  }),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': () => ({ content: [{ type: 'text', text: `The key has ${process.env.TRIAL_KEY?.length} letters.` }] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const said = answer ? { result: answer(params) } : { error: { code: -32601, message: 'There is no such method.' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`);
});
