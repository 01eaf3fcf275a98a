/** Kilo, over the HTTP server that it has from the agent that it descends from. */
import { serverDriver } from '../protocols/opencode.ts';

export const kilo = serverDriver({
  agent: 'kilo',
  label: 'Kilo',
  program: 'kilo',
  prefix: 'KILO',
  environment: ['KILO_*', 'ANTHROPIC_*', 'OPENAI_*', 'GEMINI_*', 'GOOGLE_*', 'OPENROUTER_*', 'AWS_*'],
});
