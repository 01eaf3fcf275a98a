/**
 * Gemini CLI, over the Agent Client Protocol. Its modes are set explicitly; it begins in `default`. It says that it can load
 * sessions, but does not find those that an earlier process wrote (0.61: "No previous sessions found for this project").
 */
import { acpDriver } from '../protocols/acp.ts';

export const geminiCli = acpDriver({
  agent: 'gemini-cli',
  label: 'Gemini CLI',
  program: 'gemini',
  engine: { name: 'gemini', label: 'Gemini', provider: 'gemini' },
  args: ({ model }) => ['--acp', ...(model === undefined ? [] : ['--model', model])],
  environment: ['GEMINI_*', 'GOOGLE_*'],
  permissionModes: { default: 'default', plan: 'plan', acceptEdits: 'autoEdit', bypass: 'yolo' },
  authMethod: 'gemini-api-key',
  features: { model: true, resume: false },
});
