/** Copilot CLI, over the Agent Client Protocol. */
import { acpDriver } from '../protocols/acp.ts';

export const copilotCli = acpDriver({
  agent: 'copilot-cli',
  label: 'Copilot CLI',
  program: 'copilot',
  args: ({ model }) => ['--acp', ...(model === undefined ? [] : ['--model', model])],
  environment: ['COPILOT_*', 'GITHUB_*', 'GH_*'],
  permissionModes: { default: 'agent', plan: 'plan' },
  features: { model: true },
});
