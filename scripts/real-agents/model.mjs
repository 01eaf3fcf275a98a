/**
 * A server that answers like a model, without one: what it says is in the prompt. `<<run touch a.txt ;; say Done>>` makes it call
 * the agent's shell tool first, and say "Done" when the result is there. It keeps nothing in mind, so that it can be started anew at
 * any time. It speaks the four APIs that the agents speak.
 *
 *   run COMMAND   a command in the agent's shell        ask            two questions to the user, where the agent has a tool for it
 *   say TEXT      an answer                             slow N         N words, one at a time
 *   plan TEXT     a plan for approval                   fail           an error of the API
 *   agent N       an agent below, which starts one itself until N is 1; each says "Report" and its number
 *   call WORD     the tool whose name ends with it      look           how many images it was shown
 *   find A B      whether "A.B" stands in the request
 */
import { createServer } from 'node:http';
import { answerInStream } from './answers.mjs';
import { requestOf } from './requests.mjs';

const DIRECTIVE = /<<([\s\S]*?)>>/g;
const SHELL = /^(bash|exec_command|shell|shell_command|run_shell_command|execute|developer__shell)$/i;
const ASK = /^(askuserquestion|question|request_user_input|ask_user)$/i;
const PLAN = /^(exitplanmode|exit_plan_mode)$/i;
const AGENT = /^(agent|task)$/i;

/** What is said to a request: blocks `{text}` or `{tool, input}`, and how slowly. */
export function turnFor({ messages, tools, text = '', images = 0 }) {
  const at = messages.findLastIndex(({ kind, text = '' }) => kind === 'user' && text.includes('<<'));
  if (at < 0) return { blocks: [{ text: 'ok' }] };
  const [, said] = [...messages[at].text.matchAll(DIRECTIVE)].at(-1) ?? [];
  if (said === undefined) return { blocks: [{ text: 'ok' }] };
  const done = messages.slice(at + 1).filter(({ kind }) => kind === 'result').length;
  const steps = said.split(';;').map((step) => step.trim());
  const step = steps[Math.min(done, steps.length - 1)];
  const [word, ...rest] = step.split(' ');
  if (word === 'look') return { blocks: [{ text: `Images: ${images > 0 ? 'some' : 'none'}.` }] };
  if (word === 'find')
    return { blocks: [{ text: `${rest.join('.')}: ${text.includes(rest.join('.')) ? 'there' : 'not there'}` }] };
  return stepOf(word, rest.join(' '), tools);
}

/** Some agents give up on a model that repeats itself. */
const slowText = (count) => Array.from({ length: count }, (_, i) => `tock${i}`).join(' ');

function stepOf(word, rest, tools) {
  const call = (pattern, input) => {
    const tool = tools.find(({ name }) => pattern.test(name));
    return { blocks: [tool ? { tool: tool.name, input: input(tool.parameters) } : { text: 'ok' }] };
  };
  if (word === 'call') return call(new RegExp(`${rest}$`), () => ({}));
  if (word === 'run') return call(SHELL, (schema) => shellInput(schema, rest));
  if (word === 'ask') return call(ASK, () => ({ questions: QUESTIONS }));
  if (word === 'plan') return call(PLAN, () => ({ plan: rest }));
  if (word === 'agent') return call(AGENT, () => agentInput(Number(rest) || 1));
  if (word === 'slow') return { blocks: [{ text: slowText(Number(rest) || 10) }], pieceMs: 20 };
  if (word === 'fail') return { error: { status: 400, message: 'This request was to fail.' } };
  return { blocks: [{ thinking: 'What was asked for.' }, { text: rest || 'ok' }] };
}

const options = (...labels) => labels.map((label) => ({ label, description: `The choice of ${label}` }));
const QUESTIONS = [
  { id: 'colour', header: 'Colour', question: 'Which colour?', multiSelect: false, options: options('Red', 'Blue') },
  { id: 'size', header: 'Size', question: 'Which size?', multiSelect: false, options: options('Small', 'Large') },
];

function agentInput(depth) {
  const below = depth > 1 ? `agent ${depth - 1} ;; ` : '';
  const prompt = `Look into it. <<${below}say Report ${depth}>>`;
  return { description: `Agent ${depth}`, prompt, subagent_type: 'general-purpose', run_in_background: false };
}

function shellInput(schema, command) {
  const { properties = {}, required = [] } = schema ?? {};
  const key = 'cmd' in properties ? 'cmd' : 'command';
  const isList = properties[key]?.type === 'array';
  const others = required.filter((name) => name !== key).map((name) => [name, sample(properties[name])]);
  return { ...Object.fromEntries(others), [key]: isList ? ['bash', '-lc', command] : command };
}

function sample({ type, enum: choices } = {}) {
  if (choices) return choices[0];
  return { number: 1, integer: 1, boolean: false, array: [], object: {} }[type] ?? 'because it was asked for';
}

/** Undefined when the port is taken: then another model answers there. */
export function startModel(port) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => void answer(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  return new Promise((resolve, reject) => {
    server.on('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function answer({ method, url }, response, text) {
  const path = url.split('?')[0];
  const asked = method === 'POST' ? requestOf(path, text) : undefined;
  if (asked) await answerInStream(asked, turnFor(asked), response);
  else sendJson(response, ...beside(path));
}

function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function beside(path) {
  if (/count_?tokens$/i.test(path)) return [200, { input_tokens: 10, totalTokens: 10 }];
  if (/\/models$/.test(path))
    return [200, { object: 'list', data: [{ id: 'scripted-1', object: 'model' }], models: [] }];
  return [404, { error: { message: `There is nothing at ${path}.` } }];
}
