/**
 * What the redaction rules find in the project's own cases, against secretlint's recommended preset on the same texts.
 * Targets: nothing that secretlint finds is missed, and fewer texts without a secret are reported.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadSecretlint } from './secretlint.mjs';
import { table } from './table.mjs';

export async function recallTable({ root, scratch }) {
  const secrets = await secretRules(root);
  const scanners = { hansard: await ownScanner(root, secrets), secretlint: await loadSecretlint(scratch) };
  const cases = casesOf(path.join(root, 'packages/core/src/privacy/cases'), new Set(secrets.map(({ id }) => id)));
  const found = {};
  for (const [name, scan] of Object.entries(scanners)) if (scan) found[name] = await casesReported(cases, scan);
  const rows = Object.entries(found).map(([scanner, reported]) => summary(scanner, reported, cases));
  const missed = [...(found.secretlint ?? [])].filter((name) => name.startsWith('finds-') && !found.hansard.has(name));
  const note = found.secretlint
    ? `Found by secretlint alone: ${missed.join(', ') || 'nothing'}`
    : 'secretlint could not be installed';
  return `${table('Cases with a secret found, and cases without one reported', rows)}${note}\n`;
}

const load = (root, file) => import(pathToFileURL(path.join(root, 'packages/core/dist/privacy', file)).href);

/** Secrets alone: secretlint does not look for personal data. */
async function secretRules(root) {
  const { rules } = await load(root, 'rules/index.js');
  return rules.filter(({ type }) => type === 'secret');
}

async function ownScanner(root, rules) {
  const { PlainScan } = await load(root, 'matching/plain-scan.js');
  const { Scanner } = await load(root, 'matching/scanner.js');
  const scan = new PlainScan(rules);
  const scanner = new Scanner([scan], [scan]);
  return async (text) => scanner.scan(text);
}

/** Every case with its text; of those in which something is found, the ones with a secret. */
function casesOf(folder, secrets) {
  const read = (name, file) => readFileSync(path.join(folder, name, file), 'utf8');
  const hasSecret = (name) => JSON.parse(read(name, 'expected.json')).rules.some((id) => secrets.has(id));
  return readdirSync(folder)
    .filter((name) => name.startsWith('ignores-') || hasSecret(name))
    .map((name) => ({ name, input: read(name, 'input.txt').replaceAll('{{}}', '') }));
}

async function casesReported(cases, scan) {
  const reported = new Set();
  for (const { name, input } of cases) if ((await scan(input)).length > 0) reported.add(name);
  return reported;
}

function summary(scanner, reported, cases) {
  const count = (prefix) => cases.filter(({ name }) => name.startsWith(prefix)).length;
  const hits = (prefix) => [...reported].filter((name) => name.startsWith(prefix)).length;
  return {
    scanner,
    'finds- (of)': `${hits('finds-')} (${count('finds-')})`,
    'ignores- reported (of)': `${hits('ignores-')} (${count('ignores-')})`,
  };
}
