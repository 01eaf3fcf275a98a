/** Google's Gen AI SDK. */
import { GoogleGenAI } from '@google/genai';
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture';

const session = new Session({ agent: 'talker', baseDir: './transcripts' });
const ai = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY, httpOptions: { fetch: captureFetch(session) } });

const chat = ai.chats.create({ model: 'gemini-2.5-flash', config: { systemInstruction: 'Be brief.' } });
await chat.sendMessage({ message: 'Name a river.' });
await chat.sendMessage({ message: 'Where does it end?' });
console.log(formatTranscript(session.slice(TranscriptEntry)));
session.close();
