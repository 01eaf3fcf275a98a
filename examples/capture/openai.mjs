/** OpenAI's SDK: a conversation with a tool. */
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture';
import OpenAI from 'openai';

const session = new Session({ agent: 'weather-bot', baseDir: './transcripts' });
const openai = new OpenAI({ fetch: captureFetch(session) });

const tools = [
  {
    type: 'function',
    function: {
      name: 'weather',
      description: 'The weather in a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
];
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'What is the weather in Vienna?' },
];
for (;;) {
  const { choices } = await openai.chat.completions.create({ model: 'gpt-5', messages, tools });
  const [{ message }] = choices;
  messages.push(message);
  if (!message.tool_calls?.length) break;
  for (const { id, function: called } of message.tool_calls) {
    messages.push({ role: 'tool', tool_call_id: id, content: `sunny in ${JSON.parse(called.arguments).city}` });
  }
}
console.log(formatTranscript(session.slice(TranscriptEntry)));
session.close();
