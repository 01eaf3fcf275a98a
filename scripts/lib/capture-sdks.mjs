/**
 * The SDKs of model providers that the tests of the capture run, pinned. They are fetched from npm once and kept under
 * node_modules/.cache; without them those tests say that they were skipped.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { npm } from './run.mjs';

const PINNED = {
  openai: '7.55.0',
  '@anthropic-ai/sdk': '1.9.0',
  '@google/genai': '3.1.0',
  ai: '7.0.170',
  '@ai-sdk/openai': '4.0.115',
  '@ai-sdk/anthropic': '4.0.102',
  '@openai/agents': '0.20.0',
  '@langchain/openai': '1.6.0',
  '@langchain/core': '1.2.13',
  zod: '4.6.7',
};

const folder = join(root, 'node_modules', '.cache', 'hansard', 'capture-sdks');
/** Written when all are there, with their versions. */
const mark = join(folder, 'installed.json');

/** Why there are none; undefined when there are. */
export function ensureCaptureSdks(env) {
  const wanted = JSON.stringify(PINNED);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const names = Object.entries(PINNED).map(([name, version]) => `${name}@${version}`);
  // Resolving the peers of all of them takes npm many minutes.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  try {
    npm(process.execPath, ['install', '--prefix', folder, ...options, ...names], env, folder);
  } catch (error) {
    const line = error.message.split('\n').find((text) => text.includes('npm error'));
    return `npm does not have all of them (${line ?? error.message})`;
  }
  writeFileSync(mark, wanted);
  return undefined;
}

if (process.argv[1]?.endsWith('capture-sdks.mjs')) console.log(ensureCaptureSdks(process.env) ?? 'The SDKs are there.');
