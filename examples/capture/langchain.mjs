/** LangChain: its model with our `fetch`, and callbacks that tell how long tools ran. */
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture';
import { langchainHandler } from '@hansard/capture/langchain';
import { ChatOpenAI } from '@langchain/openai';

const session = new Session({ agent: 'talker', baseDir: './transcripts' });
const model = new ChatOpenAI({ model: 'gpt-5', configuration: { fetch: captureFetch(session) } });

await model.invoke(
  [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Name a river.' },
  ],
  { callbacks: [langchainHandler(session)] },
);
console.log(formatTranscript(session.slice(TranscriptEntry)));
session.close();
