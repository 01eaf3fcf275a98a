/** OpenAI's Responses: streamed, and going on from the answer before. */
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture';
import OpenAI from 'openai';

const session = new Session({ agent: 'talker', baseDir: './transcripts' });
const openai = new OpenAI({ fetch: captureFetch(session) });

let previous;
for (const input of ['Name a river.', 'Where does it end?']) {
  const stream = openai.responses.stream({ model: 'gpt-5', input, previous_response_id: previous });
  for await (const event of stream) if (event.type === 'response.output_text.delta') process.stdout.write(event.delta);
  console.log();
  previous = (await stream.finalResponse()).id;
}
console.log(formatTranscript(session.slice(TranscriptEntry)));
session.close();
