/**
 * What a user gets: the tarball that `npm pack` makes, installed into an empty folder with an empty home, and
 * the installed command run from there.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { capture, npm } from './run.mjs';
import { stagePackages } from './stage-packages.mjs';

/** Packs the command, which must have been built; returns a function that tries the tarball on a Node, and one that removes it. */
export function pack(env) {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-pack-'));
  const { hansard } = stagePackages(join(folder, 'staged'), ['cli']);
  const [{ filename, files }] = JSON.parse(
    npm(process.execPath, ['pack', '--json', '--pack-destination', folder], env, hansard),
  );
  const odd = files
    .map(({ path }) => path)
    .filter((path) => !/^(bin|dist)\/|^(package\.json|README\.md|LICENSE)$/.test(path));
  if (odd.length > 0) throw new Error(`The tarball holds files that do not belong in it: ${odd.join(', ')}`);
  const tarball = join(folder, filename);
  return {
    attempt: (node) => attempt(node, tarball, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function attempt(node, tarball, env) {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-install-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    npm(node, ['install', '--no-audit', '--no-fund', tarball], env, folder);
    return use(node, folder, env);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function use(node, folder, env) {
  const shim = join(folder, 'node_modules', '.bin', process.platform === 'win32' ? 'hansard.cmd' : 'hansard');
  expect(existsSync(shim), 'the command is linked into node_modules/.bin');
  const installed = join(folder, 'node_modules', 'hansard');
  const { version, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const work = join(folder, 'work');
  mkdirSync(work);
  const hansard = (...args) => capture(node, [join(installed, bin.hansard), ...args], env, work);

  expect(hansard('--version').includes(version), '--version prints the version');
  JSON.parse(hansard('agents', '--json'));
  const document = JSON.parse(hansard('convert', fixture()).split('\n')[0]);
  expect(document.schemaVersion && document.events.length > 0, 'convert gives a transcript with events');
  const page = JSON.parse(capture(node, ['-e', SERVED, join(installed, bin.hansard)], env, work));
  expect(page.status === 200 && page.html.includes('/assets/'), 'serve shows the page');
  expect(page.code === 0, 'serve ends when it is told to');
  return { passed: 6 };
}

/** Starts the server, follows its link as a browser does, and stops it. */
const SERVED = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, [process.argv[1], 'serve', '--json', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
child.stdout.once('data', async (data) => {
  const { url, link } = JSON.parse(data);
  const login = await fetch(link, { redirect: 'manual' });
  const response = await fetch(url, { headers: { cookie: login.headers.get('set-cookie').split(';')[0] } });
  const html = await response.text();
  child.once('exit', (code) => console.log(JSON.stringify({ status: response.status, html, code })));
  child.kill('SIGTERM');
});
`;

/** The first golden case of the first agent that has one: its input folder. */
function fixture() {
  const adapters = join(root, 'packages', 'core', 'src', 'adapters');
  for (const agent of readdirSync(adapters)) {
    const fixtures = join(adapters, agent, 'fixtures');
    if (!existsSync(fixtures)) continue;
    for (const name of readdirSync(fixtures)) {
      const input = join(fixtures, name, 'input');
      if (existsSync(input)) return input;
    }
  }
  throw new Error('There is no golden case to convert.');
}

function expect(condition, behaviour) {
  if (!condition) throw new Error(`Expected that ${behaviour}.`);
}
