/**
 * `npm run capture-package`: the capture as a program gets it. Builds and packs `@hansard/capture`, installs it into an empty
 * TypeScript project, checks the types there, and records calls on every runtime that is there: this Node, the other one, Bun, Deno
 * and the runtime of an edge (fetched from npm, pinned), Chromium, and what a bundler makes for each of these without Node.
 * What is not there is named and passed over. Each step has a minute or two.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import { buildLibraries } from './lib/build-packages.mjs';
import { TYPED, UNIVERSAL, WHOLE, WORKER } from './lib/capture-programs.mjs';
import { chromiumPath } from './lib/chromium.mjs';
import { otherNode } from './lib/other-node.mjs';
import { root } from './lib/paths.mjs';
import { npm, tool } from './lib/run.mjs';
import { runtimes } from './lib/runtimes.mjs';

const { env } = process;
const folder = mkdtempSync(join(tmpdir(), 'hansard-capture-package-'));
const STEP_MS = 60_000;

try {
  // Its types are made with those of core.
  await buildLibraries(['core', 'capture']);
  install();
  types();
  run('this Node', { path: process.execPath }, ['whole.mjs']);
  const other = otherNode(env);
  run(`Node ${other.version ?? ''}`, other, ['whole.mjs']);
  const { bun, deno, workerd } = runtimes(env);
  run('Bun', bun, ['whole.mjs']);
  run('Deno', deno, ['run', '--allow-all', 'whole.mjs']);
  for (const condition of ['browser', 'workerd', 'edge-light']) await withoutNode(condition);
  await inWorker(workerd);
  await inChromium();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function install() {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(npm(process.execPath, args, env, join(root, 'packages', 'capture')));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(process.execPath, ['install', '--no-audit', '--no-fund', '--offline', join(folder, filename)], env, folder);
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  if (String(installed) !== '@hansard') throw new Error(`It installs more than itself: ${installed}`);
  writeFileSync(join(folder, 'whole.mjs'), WHOLE);
  console.log('ok  installs nothing but itself');
}

/** The declarations have no errors of their own, and need nothing that is not there. */
function types() {
  const lib = ['es2023', 'dom', 'esnext.disposable'];
  const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, lib, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  writeFileSync(join(folder, 'program.ts'), TYPED);
  done('the types', process.execPath, [tool('typescript-native', 'bin', 'tsc'), '-p', folder]);
  console.log('ok  its types in an empty project');
}

function run(name, { path, reason }, args) {
  if (!path) {
    console.log(`skipped  ${name}: ${reason}`);
    return;
  }
  rmSync(join(folder, 'out'), { recursive: true, force: true });
  done(name, path, args);
  console.log(`ok  records on ${name}`);
}

function done(name, program, args) {
  // A home of its own: runtimes keep caches.
  const own = { ...env, HOME: folder, DENO_DIR: join(folder, 'deno') };
  const options = { cwd: folder, env: own, encoding: 'utf8', timeout: STEP_MS };
  const { status, error, stdout, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${name} ended with ${error?.message ?? status}:\n${stdout}${stderr}`);
}

/** What a bundler takes by that condition has nothing of Node in it, and runs. */
async function withoutNode(condition) {
  const out = await bundled(condition, condition, UNIVERSAL);
  const code = readFileSync(out, 'utf8');
  if (/from\s*["']node:|require\(|\bprocess\./.test(code)) throw new Error(`${condition}: something of Node is in it`);
  done(condition, process.execPath, [out]);
  console.log(`ok  has nothing of Node for ${condition}`);
}

async function bundled(condition, name, program) {
  const input = join(folder, `${name}.mjs`);
  writeFileSync(input, program.replace('@hansard/capture/universal', '@hansard/capture'));
  const resolve = { conditionNames: [condition, 'import', 'default'] };
  const build = await rolldown({ input, platform: 'browser', resolve });
  const out = join(folder, 'bundled');
  mkdirSync(out, { recursive: true });
  await build.write({ dir: out, format: 'esm', entryFileNames: `${name}.mjs` });
  await build.close();
  return join(out, `${name}.mjs`);
}

/** The runtime of Cloudflare's workers: a stream that a worker passes on is read by the runtime alone. */
async function inWorker({ path, reason }) {
  if (!path) {
    console.log(`skipped  workerd: ${reason}`);
    return;
  }
  await bundled('workerd', 'worker', WORKER);
  const module = '(name = "worker", esModule = embed "bundled/worker.mjs")';
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [${module}], compatibilityDate = "2026-01-01"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`;
  writeFileSync(join(folder, 'worker.capnp'), config);
  const child = spawn(path, ['serve', 'worker.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    const port = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (status) => reject(new Error(`workerd ended with ${status}`)));
      child.stdio[3].on('data', (data) => {
        const { port: told } = JSON.parse(String(data).split('\n')[0]);
        if (told) resolve(told);
      });
    });
    const signal = AbortSignal.timeout(STEP_MS);
    const passed = await (await fetch(`http://127.0.0.1:${port}/`, { signal })).text();
    const told = await (await fetch(`http://127.0.0.1:${port}/told`, { signal })).text();
    if (!passed.endsWith('data: [DONE]\n\n') || !/USER\nPassed on\n[\s\S]*Hello there, again\n$/.test(told)) {
      throw new Error(`workerd: ${passed}\n${told}`);
    }
  } finally {
    child.kill();
  }
  console.log('ok  records in a worker what the worker passes on');
}

async function inChromium() {
  const executablePath = chromiumPath(env);
  if (!executablePath) {
    console.log('skipped  Chromium: there is none on this machine');
    return;
  }
  const code = readFileSync(await bundled('browser', 'page', `${UNIVERSAL}\nglobalThis.recorded = told();`));
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript');
    response.end(url === '/' ? '<script type="module" src="/page.mjs"></script>' : code);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: STEP_MS });
  try {
    const page = await browser.newPage();
    const failed = new Promise((_resolve, reject) => page.once('pageerror', reject));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await Promise.race([failed, page.waitForFunction('globalThis.recorded', undefined, { timeout: STEP_MS })]);
    console.log(`ok  records in Chromium ${browser.version()}`);
  } finally {
    await browser.close();
    server.close();
  }
}
