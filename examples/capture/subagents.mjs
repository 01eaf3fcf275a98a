/** Agents within agents, side by side: each has a source of its own, at any depth. */
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture';
import OpenAI from 'openai';

const session = new Session({ agent: 'team', baseDir: './transcripts' });
// Without a session: the one that the code runs in.
const openai = new OpenAI({ fetch: captureFetch() });
const ask = (content) => openai.chat.completions.create({ model: 'gpt-5', messages: [{ role: 'user', content }] });

await session.run(async () => {
  await ask('Plan the work.');
  await Promise.all(
    ['rivers', 'lakes'].map((topic) =>
      session.subagent(topic, async () => {
        await ask(`Find out about ${topic}.`);
        await session.subagent('checker', () => ask(`Check what was found about ${topic}.`));
      }),
    ),
  );
});
console.log(formatTranscript(session.slice(TranscriptEntry)));
session.close();
