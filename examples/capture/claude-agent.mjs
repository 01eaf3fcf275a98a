/** The Claude Agent SDK: its messages come as they are; when they end, what the agent and its subagents wrote is recorded. */
import { query } from '@anthropic-ai/claude-agent-sdk';
import { formatTranscript, Session, TranscriptEntry } from '@hansard/capture';
import { captureClaudeAgent } from '@hansard/capture/claude';

const session = new Session({ agent: 'claude-agent', baseDir: './transcripts' });
const prompt = process.argv[2] ?? 'Look into this folder and say what it is.';
const options = { model: 'claude-haiku-4-5', permissionMode: 'acceptEdits', allowedTools: ['Task', 'Agent', 'Read', 'Bash(ls *)'] };
for await (const message of captureClaudeAgent(session, query({ prompt, options }))) {
  if (message.type === 'result') console.log(message.result);
}
console.log(formatTranscript(session.slice(TranscriptEntry)));
session.close();
