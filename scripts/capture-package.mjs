/**
 * `npm run capture-package`: the capture as a program gets it. Builds and packs `@hansard/capture`, installs it into an empty
 * TypeScript project, checks the types there, and records a call on every runtime that is there: this Node, the other one, Bun
 * and Deno (fetched from npm, pinned), and what a bundler makes for a browser or an edge runtime.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildLibraries } from './lib/build-packages.mjs';
import { otherNode } from './lib/other-node.mjs';
import { root } from './lib/paths.mjs';
import { cacheFolder, ensurePinned } from './lib/pinned-install.mjs';
import { capture, npm, tool } from './lib/run.mjs';

const RUNTIMES = { bun: '1.4.4', deno: '2.9.6' };
const { env } = process;
const folder = mkdtempSync(join(tmpdir(), 'hansard-capture-package-'));

/** Without files and scopes, as every runtime can. */
const UNIVERSAL = `
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture/universal';
const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }];
const answer = async () => new Response(JSON.stringify({ id: 'x', model: 'm', choices }), { headers: { 'content-type': 'application/json' } });
const session = new Session();
const hook = captureFetch(session, { fetch: answer });
const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
const response = await hook('https://api.openai.com/v1/chat/completions', { method: 'POST', body });
await response.json();
await new Promise((resolve) => setTimeout(resolve, 50));
const text = formatTranscript(session.slice(TranscriptEntry));
if (!/USER\\nHi\\n[\\s\\S]*ASSISTANT\\nHello there\\n/.test(text)) throw new Error(text);
`;
/** With files and scopes. */
const WHOLE = `${UNIVERSAL.replace('@hansard/capture/universal', '@hansard/capture').replace('new Session()', "new Session({ baseDir: './out' })")}
import { currentSession, JsonlSliceFactory, readTranscript } from '@hansard/capture';
if ([...readTranscript('./out')].length !== 2) throw new Error('the file does not hold the two entries');
await session.run(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  if (currentSession() !== session) throw new Error('the scope is lost');
});
for (const path of ['proxy', 'claude', 'ai-sdk', 'openai-agents', 'langchain']) await import('@hansard/capture/' + path);
`;

try {
  // Its types are made with those of core.
  await buildLibraries(['core', 'capture']);
  install();
  types();
  const other = otherNode(env);
  const lacking = ensurePinned('runtimes', RUNTIMES, env);
  run('this Node', process.execPath, ['whole.mjs']);
  if (other.path) run(`Node ${other.version}`, other.path, ['whole.mjs']);
  else console.log(`skipped  the other Node: ${other.reason}`);
  const bin = (name) => join(cacheFolder('runtimes'), 'node_modules', '.bin', name);
  if (lacking) console.log(`skipped  Bun and Deno: ${lacking}`);
  else {
    run('Bun', bin('bun'), ['whole.mjs']);
    run('Deno', bin('deno'), ['run', '--allow-all', 'whole.mjs']);
  }
  for (const condition of ['browser', 'workerd', 'edge-light']) await withoutNode(condition);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function install() {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(npm(process.execPath, args, env, join(root, 'packages', 'capture')));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(process.execPath, ['install', '--no-audit', '--no-fund', join(folder, filename)], env, folder);
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  if (String(installed) !== '@hansard') throw new Error(`It installs more than itself: ${installed}`);
  writeFileSync(join(folder, 'whole.mjs'), WHOLE);
  writeFileSync(join(folder, 'universal.mjs'), UNIVERSAL);
  console.log('ok  installs nothing but itself');
}

/** The declarations have no errors of their own, and need nothing that is not there. */
function types() {
  const compilerOptions = {
    module: 'nodenext',
    strict: true,
    noEmit: true,
    lib: ['es2023', 'dom', 'esnext.disposable'],
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const program = `
import { captureFetch, JsonlSliceFactory, MemorySliceFactory, Session, SliceFactoryConfig, TranscriptEntry } from '@hansard/capture';
const sliceConfig = new SliceFactoryConfig({ stateFactory: new MemorySliceFactory(), logFactory: new JsonlSliceFactory({ baseDir: '.' }) });
const session = new Session({ sliceConfig });
const hook: typeof fetch = captureFetch(session);
const latest: TranscriptEntry | undefined = session.slice(TranscriptEntry).latest();
export { hook, latest };
`;
  writeFileSync(join(folder, 'program.ts'), program);
  capture(process.execPath, [tool('typescript-native', 'bin', 'tsc'), '-p', folder], env, folder);
  console.log('ok  its types in an empty project');
}

function run(name, program, args) {
  rmSync(join(folder, 'out'), { recursive: true, force: true });
  capture(program, args, env, folder);
  console.log(`ok  records on ${name}`);
}

/** What a bundler takes by that condition has nothing of Node in it, and runs. */
async function withoutNode(condition) {
  const input = join(folder, `${condition}.mjs`);
  writeFileSync(input, UNIVERSAL.replace('@hansard/capture/universal', '@hansard/capture'));
  const build = await rolldown({
    input,
    platform: 'browser',
    resolve: { conditionNames: [condition, 'import', 'default'] },
  });
  const out = join(folder, 'bundled');
  mkdirSync(out, { recursive: true });
  await build.write({ dir: out, format: 'esm', entryFileNames: `${condition}.mjs` });
  await build.close();
  const code = readFileSync(join(out, `${condition}.mjs`), 'utf8');
  if (/from\s*["']node:|require\(|\bprocess\./.test(code)) throw new Error(`${condition}: something of Node is in it`);
  capture(process.execPath, [join(out, `${condition}.mjs`)], env, folder);
  console.log(`ok  has nothing of Node for ${condition}`);
}
