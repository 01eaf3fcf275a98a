/**
 * secretlint with its recommended preset, to compare with. It is installed into the scratch folder of the run and is no
 * dependency of the project; this is the last version that runs on Node 20.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const VERSION = '11.7.1';
const CORE = '@secretlint/core';
const PRESET = '@secretlint/secretlint-rule-preset-recommend';

/** A function that says what secretlint reports in a text; `undefined` when it cannot be installed. */
export async function loadSecretlint(scratch) {
  const folder = path.join(scratch, 'secretlint');
  const packages = [CORE, PRESET].map((name) => `${name}@${VERSION}`);
  try {
    execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  const require = createRequire(path.join(folder, 'index.js'));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const [{ lintSource }, { creator }] = await Promise.all([load(CORE), load(PRESET)]);
  const options = { config: { rules: [{ id: PRESET, rule: creator, options: {} }] }, noPhysicFilePath: true };
  return async (content) => {
    const source = { filePath: 'case.txt', content, contentType: 'text' };
    return (await lintSource({ source, options })).messages;
  };
}
