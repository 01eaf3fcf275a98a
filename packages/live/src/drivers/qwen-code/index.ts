/** Qwen Code, over the Agent Client Protocol. It begins in a mode that does not ask: `default` is set explicitly. */
import { acpDriver } from '../protocols/acp.ts';

export const qwenCode = acpDriver({
  agent: 'qwen-code',
  label: 'Qwen Code',
  program: 'qwen',
  args: ({ model }) => ['--acp', ...(model === undefined ? [] : ['--model', model])],
  environment: ['QWEN_*', 'OPENAI_*', 'DASHSCOPE_*'],
  permissionModes: { default: 'default', plan: 'plan', acceptEdits: 'auto-edit', bypass: 'yolo' },
  features: { model: true },
});
