/** Any agent that speaks the Agent Client Protocol: the setting `live.agents` names its program. */
import { acpDriver } from '../protocols/acp.ts';

export const acp = acpDriver({
  agent: 'acp',
  label: 'Agent Client Protocol',
  program: 'acp-agent',
  args: () => [],
  environment: [],
  permissionModes: { default: 'default', plan: 'plan' },
  features: { questions: true, model: true, effort: true, fork: true },
});
