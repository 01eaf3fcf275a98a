/** Every agent that can be run, one line each. Nothing else names one. */
import { acp } from './acp/index.ts';
import { amp } from './amp/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { codex } from './codex/index.ts';
import type { Driver } from './contract.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { factoryDroid } from './factory-droid/index.ts';
import { geminiCli } from './gemini-cli/index.ts';
import { goose } from './goose/index.ts';
import { kilo } from './kilo/index.ts';
import { mock } from './mock/index.ts';
import { opencode } from './opencode/index.ts';
import { pi } from './pi/index.ts';
import { qwenCode } from './qwen-code/index.ts';

export const drivers: readonly Driver[] = [
  claudeCode,
  codex,
  opencode,
  kilo,
  pi,
  geminiCli,
  copilotCli,
  qwenCode,
  goose,
  factoryDroid,
  amp,
  acp,
  mock,
];

export const driverOf = (agent: string): Driver | undefined => drivers.find((driver) => driver.agent === agent);
