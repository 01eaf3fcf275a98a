/** Goose, over the Agent Client Protocol. It begins in a mode that does not ask: `approve` is set explicitly. */
import { acpDriver } from '../protocols/acp.ts';

export const goose = acpDriver({
  agent: 'goose',
  label: 'Goose',
  program: 'goose',
  args: () => 'acp --with-builtin developer'.split(' '),
  environment: ['GOOSE_*', 'OPENAI_*', 'ANTHROPIC_*', 'GOOGLE_*', 'OPENROUTER_*'],
  env: { GOOSE_MODE: 'approve' },
  permissionModes: { default: 'approve', bypass: 'auto' },
  features: { model: true, effort: true },
});
