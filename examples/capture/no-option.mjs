/**
 * A program that knows nothing of being captured:
 *   HANSARD_CAPTURE_DIR=./transcripts node --import @hansard/capture/register no-option.mjs
 */
import OpenAI from 'openai';

const openai = new OpenAI();
const messages = [{ role: 'user', content: 'Name a river.' }];
const { choices } = await openai.chat.completions.create({ model: 'gpt-5', messages });
console.log(choices[0].message.content);
