/** OpenCode, over its HTTP server. */
import { serverDriver } from '../protocols/opencode.ts';

export const opencode = serverDriver({
  agent: 'opencode',
  label: 'OpenCode',
  program: 'opencode',
  prefix: 'OPENCODE',
  environment: ['OPENCODE_*', 'ANTHROPIC_*', 'OPENAI_*', 'GEMINI_*', 'GOOGLE_*', 'OPENROUTER_*', 'AWS_*'],
});
