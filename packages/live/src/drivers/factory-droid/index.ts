/** Droid, over the Agent Client Protocol. It tells texts when they are whole. */
import { acpDriver } from '../protocols/acp.ts';

export const factoryDroid = acpDriver({
  agent: 'factory-droid',
  label: 'Factory Droid',
  program: 'droid',
  args: ({ model }) => [...'exec --output-format acp'.split(' '), ...(model === undefined ? [] : ['--model', model])],
  environment: ['FACTORY_*'],
  permissionModes: { default: 'normal', plan: 'spec', acceptEdits: 'auto-low', bypass: 'auto-high' },
  features: { model: true, deltas: false },
});
