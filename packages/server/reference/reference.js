/**
 * The reference of the API: the document as a page, with a form for every route. Whatever comes from the document or an
 * answer is set as text, never as markup.
 */
const MOST_SHOWN = 200_000;
const MOST_MESSAGES = 20;

const spec = await (await fetch('/v1/openapi.json')).json();
const filter = document.getElementById('filter');
const main = document.getElementById('routes');
document.getElementById('about').textContent = `${spec.info.summary}. ${spec.info.description}`;

for (const { name } of spec.tags) {
  const routes = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(name))
      .map(([method, operation]) => routeCard(path, method.toUpperCase(), operation)),
  );
  main.append(element('section', {}, element('h2', {}, name), ...routes));
}
filter.addEventListener('input', applyFilter);
openLinked();
window.addEventListener('hashchange', openLinked);

function routeCard(path, method, operation) {
  const card = element('details', { class: 'route', id: operation.operationId });
  card.append(
    element(
      'summary',
      {},
      element('span', { class: 'method' }, method),
      element('code', {}, path),
      element('span', { class: 'summary' }, ` ${operation.summary}`),
    ),
  );
  card.addEventListener('toggle', () => {
    if (card.open && card.childElementCount === 1) card.append(routeBody(path, method, operation));
  });
  return card;
}

/** Made when it is first opened. */
function routeBody(path, method, operation) {
  const inputs = (operation.parameters ?? []).map((parameter) => ({ parameter, input: inputOf(parameter.schema) }));
  const body = operation.requestBody ? element('textarea', { rows: '4', cols: '60', spellcheck: 'false' }, '{}') : null;
  const output = element('pre', { 'aria-live': 'polite', tabindex: '0' }, 'Nothing was sent yet.');
  const form = element('form', {});
  for (const { parameter, input } of inputs) {
    const name = `${parameter.name}${parameter.required ? ' *' : ''}`;
    form.append(
      element(
        'label',
        { class: 'parameter' },
        element('code', {}, name),
        input,
        element('span', {}, parameter.description),
      ),
    );
  }
  if (body) form.append(element('label', {}, 'Body ', body));
  form.append(element('button', { type: 'submit' }, 'Send'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(address(path, inputs), method, body?.value, output).catch((error) => {
      output.textContent = String(error);
    });
  });
  const [status, answer] = Object.entries(operation.responses)[0];
  return element(
    'div',
    {},
    form,
    output,
    element('h3', {}, `Answer ${status}`),
    element('pre', { tabindex: '0' }, answerText(answer)),
  );
}

function inputOf(schema) {
  if (!schema.enum)
    return element('input', { type: schema.type === 'integer' ? 'number' : 'text', autocomplete: 'off' });
  return element(
    'select',
    {},
    element('option', {}, ''),
    ...schema.enum.filter(Boolean).map((one) => element('option', {}, one)),
  );
}

function address(path, inputs) {
  let filled = path;
  const query = new URLSearchParams();
  for (const { parameter, input } of inputs) {
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
    else if (input.value !== '') query.set(parameter.name, input.value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

async function send(url, method, body, output) {
  output.textContent = `${method} ${url} …`;
  const headers = { 'x-hansard': '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const response = await fetch(url, { method, headers, body });
  const head = `${response.status} ${response.statusText}\n${[...response.headers].map(([k, v]) => `${k}: ${v}`).join('\n')}`;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return showStream(response, head, output);
  const text = await response.text();
  output.textContent = `${head}\n\n${shown(type.includes('json') ? indented(text) : text)}`;
}

/** The first messages of a stream, which would go on for ever. */
async function showStream(response, head, output) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let messages = 0; messages < MOST_MESSAGES && text.length < MOST_SHOWN; ) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
    messages = text.split('\n\n').length;
    output.textContent = `${head}\n\n${shown(text)}`;
  }
  await reader.cancel();
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const shown = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n… ${text.length} characters` : text);

/** With what it refers to by name, one level deep. */
function answerText({ description, content = {} }) {
  const parts = Object.entries(content).map(
    ([type, { schema }]) => `${type}\n${JSON.stringify(resolved(schema), null, 2)}`,
  );
  return [description, ...parts].join('\n\n');
}

function resolved(schema) {
  const name = schema?.$ref?.split('/').at(-1);
  return name ? spec.components.schemas[name] : schema;
}

function applyFilter() {
  const wanted = filter.value.trim().toLowerCase();
  for (const card of main.querySelectorAll('details.route')) {
    card.hidden = !card.querySelector('summary').textContent.toLowerCase().includes(wanted);
  }
}

function openLinked() {
  const card = document.getElementById(location.hash.slice(1));
  if (card instanceof HTMLDetailsElement) card.open = true;
}

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
