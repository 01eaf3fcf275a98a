/**
 * What the redaction rules find in the project's own cases and of generated passwords, against secretlint's recommended
 * preset on the same texts. Targets: nothing that secretlint finds is missed, fewer texts without a secret are reported, and
 * at least 97% of passwords are gone, by generator, carrier and context, and of keys with a prefix, plain, encoded,
 * obfuscated and split. Below it what is found in other people's sources.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { filesBelow } from './files-below.mjs';
import { loadSecretlint } from './secretlint.mjs';
import { table } from './table.mjs';

export async function recallTable({ root, scratch }) {
  const secrets = await secretRules(root);
  const scanners = { hansard: await ownScanner(root, secrets), secretlint: await loadSecretlint(scratch) };
  const cases = casesOf(path.join(root, 'packages/core/src/privacy/rules'), new Set(secrets.map(({ id }) => id)));
  const found = {};
  for (const [name, scan] of Object.entries(scanners)) if (scan) found[name] = await casesReported(cases, scan);
  const rows = Object.entries(found).map(([scanner, reported]) => summary(scanner, reported, cases));
  const missed = [...(found.secretlint ?? [])].filter((name) => name.startsWith('finds-') && !found.hansard.has(name));
  const note = found.secretlint
    ? `Found by secretlint alone: ${missed.join(', ') || 'nothing'}`
    : 'secretlint could not be installed';
  const passwords = await passwordTables(root, scratch, scanners.secretlint);
  const unseen = await unseenTables(root, scratch, scanners.secretlint);
  const keys = await keyTables(root, scratch, scanners.secretlint);
  const sources = await sourcesTable(root, scanners);
  return `${table('Cases with a secret found, and cases without one reported', rows)}${note}\n\n${passwords}\n${unseen}\n${keys}\n${sources}`;
}

const SEED = 20_260_318;

/** Shares of passwords that are gone to the last piece; for secretlint, of those that it reports at all. */
async function passwordTables(root, scratch, lint) {
  const { count, isLeft, samples } = await recallLibrary(root, scratch);
  const redact = await ownRedactor(root);
  const kinds = ['generator', 'carrier', 'context'];
  const tallies = Object.fromEntries(kinds.map((kind) => [kind, { own: new Map(), lint: new Map() }]));
  const all = new Map();
  let number = 0;
  for (const sample of samples(SEED)) {
    const isGone = !isLeft(sample.written, sample.around, redact(sample.text));
    count(all, 'all', isGone);
    for (const kind of kinds) count(tallies[kind].own, sample[kind], isGone);
    // It is slower by far: some are enough.
    if (!lint || number++ % LINT_ONE_IN !== 0) continue;
    const isReported = (await lint(sample.text)).length > (await lint(sample.around)).length;
    for (const kind of kinds) count(tallies[kind].lint, sample[kind], isReported);
  }
  const { found, all: tried } = all.get('all');
  const tables = kinds.map((kind) => table(`Passwords gone, by ${kind}`, sharesOf(kind, tallies[kind])));
  return `${tables.join('\n')}${found} of ${tried} passwords are gone (${share({ found, all: tried })})\n`;
}

/** The same in grids that no rule was written for when they were first run. */
async function unseenTables(root, scratch, lint) {
  const { count, freshSamples, isLeft, readable, unseenSamples } = await recallLibrary(root, scratch);
  const redact = await ownRedactor(root);
  const kinds = ['generator', 'carrier', 'context'];
  const tallies = Object.fromEntries(['part', ...kinds].map((kind) => [kind, { own: new Map(), lint: new Map() }]));
  let number = 0;
  const grids = ['open', 'closed'].flatMap((part) => [
    [`first, ${part}`, unseenSamples(part, SEED, 1)],
    [`second, ${part}`, freshSamples(part, SEED)],
  ]);
  for (const [part, samples] of grids) {
    for (const sample of samples) {
      const isGone = !isLeft(sample.written, readable(sample.around), readable(redact(sample.text)));
      const isAsked = lint && number++ % LINT_ONE_IN === 0;
      const isReported = isAsked && (await lint(sample.text)).length > (await lint(sample.around)).length;
      for (const kind of ['part', ...kinds]) {
        count(tallies[kind].own, kind === 'part' ? part : sample[kind], isGone);
        if (isAsked) count(tallies[kind].lint, kind === 'part' ? part : sample[kind], isReported);
      }
    }
  }
  return Object.keys(tallies)
    .map((kind) => table(`Secrets gone in the unseen grid, by ${kind}`, sharesOf(kind, tallies[kind])))
    .join('\n');
}

const KEYS_EACH = 3;

async function keyTables(root, scratch, lint) {
  const { count, isKeyLeft, keySamples } = await recallLibrary(root, scratch);
  const redact = await ownRedactor(root);
  const kinds = ['kind', 'key', 'context'];
  const tallies = Object.fromEntries(kinds.map((kind) => [kind, { own: new Map(), lint: new Map() }]));
  for (const sample of keySamples(SEED, KEYS_EACH)) {
    const isGone = !isKeyLeft(sample.written, redact(sample.text));
    const isReported = lint && (await lint(sample.text)).length > 0;
    for (const kind of kinds) {
      const name = kind === 'context' ? `${sample.kind}: ${sample.context}` : sample[kind];
      count(tallies[kind].own, name, isGone);
      if (lint) count(tallies[kind].lint, name, isReported);
    }
  }
  return kinds.map((kind) => table(`Keys with a prefix gone, by ${kind}`, sharesOf(kind, tallies[kind]))).join('\n');
}

const LINT_ONE_IN = 7;
const share = (entry) => (entry ? `${((100 * entry.found) / entry.all).toFixed(1)}%` : '–');

function sharesOf(kind, { own, lint }) {
  return [...own].map(([name, entry]) => ({
    [kind]: name,
    tried: entry.all,
    hansard: share(entry),
    secretlint: share(lint.get(name)),
  }));
}

/** Generators, carriers and contexts are written for the tests, and not part of the library. */
async function recallLibrary(root, scratch) {
  const file = path.join(scratch, 'recall.mjs');
  const input = path.join(root, 'packages/core/src/testing/recall/all.ts');
  const build = await rolldown({ input, platform: 'node', external: [/^node:/] });
  await build.write({ file, format: 'esm', codeSplitting: false });
  return import(pathToFileURL(file).href);
}

/** Text by text, so that nothing is known from another. */
async function ownRedactor(root) {
  const { Gate, resolveProfile } = await load(root, 'index.js');
  const digest = (data) => createHash('sha256').update(data).digest('hex');
  const gate = new Gate({ profile: resolveProfile('team'), key: Buffer.alloc(32, 7), digest });
  const head = { schemaVersion: '0.2.0', transcriptId: 'recall', source: { agent: 'bench' }, session: {}, metrics: {} };
  const event = { id: 'a', seq: 1, timestamp: '2026-01-01T00:00:00.000Z', type: 'user_message' };
  return (text) => gate.redactTranscript({ ...head, events: [{ ...event, text }] }).events[0].text;
}

/** Sources and manuals of what is installed: whatever is found there is a sample, or nothing at all. */
async function sourcesTable(root, scanners) {
  const files = filesBelow(path.join(root, 'node_modules'))
    .filter((file) => /\.(?:js|cjs|mjs|ts|json|md|css|html)$/.test(file) && !/[\\/]@?hansard[\\/]/.test(file))
    .sort()
    .filter((_file, i) => i % SOURCES_ONE_IN === 0);
  const texts = files.map((file) => readFileSync(file, 'utf8')).filter((text) => text.length < 2_000_000);
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const rows = [];
  for (const [scanner, scan] of Object.entries(scanners)) {
    if (!scan) continue;
    let found = 0;
    for (const text of texts) found += (await scan(text)).length;
    rows.push({ scanner, findings: found });
  }
  return table(`Findings in ${(size / 1e6).toFixed(1)} MB of installed sources`, rows);
}

const SOURCES_ONE_IN = 20;

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

/** Every case with its text (see `core/src/testing/redaction-cases.ts`); of those in which something is found, the ones with a secret. */
function casesOf(folder, secrets) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cases.txt'))
    .flatMap((name) =>
      readFileSync(path.join(folder, name), 'utf8')
        .split(/^%% (?=finds|ignores)/m)
        .slice(1),
    )
    .map((text) => {
      const [head = '', ...lines] = text.split('\n');
      const by = lines.findIndex((line) => line.startsWith('%% by '));
      const input = lines.slice(0, by < 0 ? undefined : by).join('\n');
      const found = by < 0 ? [] : lines[by].slice('%% by '.length).split(' ');
      return { name: head.split(' ').slice(0, 2).join('-'), input: input.replaceAll('{{}}', ''), found };
    })
    .filter(({ name, found }) => name.startsWith('ignores-') || found.some((id) => secrets.has(id)));
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
