/** Every supported agent, one line each. Nothing else in the code names an agent. */

import { acp } from './acp/index.ts';
import { aider } from './aider/index.ts';
import { amazonQ } from './amazon-q/index.ts';
import { amp } from './amp/index.ts';
import { antigravity } from './antigravity/index.ts';
import { auggie } from './auggie/index.ts';
import { chatgptExport } from './chatgpt-export/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { claudeExport } from './claude-export/index.ts';
import { cline } from './cline/index.ts';
import { codebuff } from './codebuff/index.ts';
import { codex } from './codex/index.ts';
import { continueDev } from './continue/index.ts';
import type { Adapter } from './contract.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { cowork } from './cowork/index.ts';
import { crush } from './crush/index.ts';
import { cursor } from './cursor/index.ts';
import { factoryDroid } from './factory-droid/index.ts';
import { forge } from './forge/index.ts';
import { geminiCli } from './gemini-cli/index.ts';
import { goose } from './goose/index.ts';
import { gptme } from './gptme/index.ts';
import { grok } from './grok/index.ts';
import { hermes } from './hermes/index.ts';
import { icodemate } from './icodemate/index.ts';
import { iflow } from './iflow/index.ts';
import { junie } from './junie/index.ts';
import { kilo } from './kilo/index.ts';
import { kimi } from './kimi/index.ts';
import { kiro } from './kiro/index.ts';
import { letta } from './letta/index.ts';
import { mimo } from './mimo/index.ts';
import { miniSweAgent } from './mini-swe-agent/index.ts';
import { mistralVibe } from './mistral-vibe/index.ts';
import { mock } from './mock/index.ts';
import { modelCalls } from './model-calls/index.ts';
import { ohMyPi } from './oh-my-pi/index.ts';
import { openclaude } from './openclaude/index.ts';
import { openclaw } from './openclaw/index.ts';
import { opencode } from './opencode/index.ts';
import { openhands } from './openhands/index.ts';
import { pi } from './pi/index.ts';
import { prime } from './prime/index.ts';
import { qoder } from './qoder/index.ts';
import { qwenCode } from './qwen-code/index.ts';
import { rooCode } from './roo-code/index.ts';
import { sweAgent } from './swe-agent/index.ts';
import { traeCli } from './trae-cli/index.ts';
import { vscodeCopilotChat } from './vscode-copilot-chat/index.ts';
import { zed } from './zed/index.ts';
import { zencoder } from './zencoder/index.ts';

export const adapters: readonly Adapter[] = [
  claudeCode,
  codex,
  pi,
  copilotCli,
  opencode,
  kilo,
  crush,
  geminiCli,
  amp,
  acp(agentNamed),
  qwenCode,
  factoryDroid,
  cline,
  continueDev,
  kimi,
  grok,
  openclaw,
  goose,
  cursor,
  rooCode,
  vscodeCopilotChat,
  sweAgent,
  miniSweAgent,
  forge,
  openhands,
  aider,
  zed,
  kiro,
  amazonQ,
  antigravity,
  mistralVibe,
  gptme,
  ohMyPi,
  openclaude,
  prime,
  traeCli,
  cowork,
  qoder,
  iflow,
  mimo,
  icodemate,
  junie,
  zencoder,
  hermes,
  letta,
  codebuff,
  auggie,
  chatgptExport,
  claudeExport,
  mock,
  modelCalls,
];

export function adapterOf(id: string): Adapter | undefined {
  return adapters.find((adapter) => adapter.id === id);
}

/** The agent that introduces itself by a name, in a protocol that several agents speak: `codex-acp` is Codex. */
function agentNamed(name: string): string | undefined {
  const plain = plainName(name.slice(name.lastIndexOf('/') + 1).replace(/-acp$/, ''));
  return adapters.find(
    ({ id, label, knownAs = [] }) => knownAs.includes(name) || plainName(id) === plain || plainName(label) === plain,
  )?.id;
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
