/** Anthropic's SDK: an answer as it comes. */
import Anthropic from '@anthropic-ai/sdk';
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture';

const session = new Session({ agent: 'talker', baseDir: './transcripts' });
const anthropic = new Anthropic({ fetch: captureFetch(session) });

const stream = anthropic.messages.stream({
  model: 'claude-haiku-4-5',
  max_tokens: 500,
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'Name a river.' }],
});
stream.on('text', (text) => process.stdout.write(text));
await stream.finalMessage();
console.log();
console.log(formatTranscript(session.slice(TranscriptEntry)));
session.close();
