/**
 * Redaction over the text of transcripts, replacement done, in MB of UTF-8 per CPU second. Targets: keyword rules alone at
 * least 150, everything on (personal data, encodings, pseudonyms, both passes) at least 50, and the former at least 4
 * times secretlint with its recommended preset, which finds less and replaces nothing. A process each, taking turns.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadSecretlint } from './secretlint.mjs';
import { table } from './table.mjs';

const TURNS = 2;
const WORKER = fileURLToPath(new URL('privacy-worker.mjs', import.meta.url));
const PARSING = 'split + JSON.parse on this machine';
const WAYS = ['text by text', 'event by event', '1 MB at a time'];

export async function privacyTable({ root, scratch }) {
  const lint = await loadSecretlint(scratch);
  const names = [
    'parsing',
    ...WAYS.map((way) => `keyword rules, ${way}`),
    'everything on',
    ...(lint ? WAYS.map((way) => `secretlint, ${way}`) : []),
  ];
  const speeds = Object.fromEntries(names.map((name) => [name, { rate: 0 }]));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const name of names) {
      const speed = JSON.parse(execFileSync(process.execPath, [WORKER, root, scratch, name], { encoding: 'utf8' }));
      if (speed.rate > speeds[name].rate) speeds[name] = speed;
    }
  }
  const rateOf = (name) => speeds[name]?.rate ?? 0;
  const ratio = (rate, way) =>
    rateOf(`secretlint, ${way}`) > 0 ? (rate / rateOf(`secretlint, ${way}`)).toFixed(1) : '–';
  const rows = names.map((name) => ({
    scanner: name === 'parsing' ? PARSING : name,
    'MB per CPU s': rateOf(name).toFixed(1),
    'of parsing': (rateOf(name) / rateOf('parsing')).toFixed(2),
    'times secretlint, text by text': ratio(rateOf(name), 'text by text'),
    'event by event': ratio(rateOf(name), 'event by event'),
    '1 MB at a time': ratio(rateOf(name), '1 MB at a time'),
    found: name === 'parsing' ? '–' : speeds[name].found,
  }));
  const title = `Redaction, ${(speeds['everything on'].bytes / 1e6).toFixed(0)} MB of texts`;
  return `${table(title, rows)}${lint ? '' : 'secretlint could not be installed\n'}`;
}
