/** What was wrong with what was read, and what could be read better. */
import type { Adapter, PriceBook } from '@hansard/core';
import { readerOf } from '../adapters/readers.ts';
import type { Archive } from '../archive.ts';
import {
  adapterVersions,
  type ProblemKinds,
  problemKinds,
  unknownFiles,
  usedModels,
} from '../sqlite/maintenance/health.ts';
import { count, type Finding, MAX_DETAILS } from './finding.ts';

/** Records refer to what is not there. */
const DANGLING: ReadonlySet<string> = new Set(['dangling-reference', 'unpaired-result']);

export function checkProblems({ sql }: Archive): Finding[] {
  const rows = problemKinds(sql);
  const malformed = rows.filter((row) => !DANGLING.has(row.kind));
  const dangling = rows.filter((row) => DANGLING.has(row.kind));
  return [
    malformed.length === 0
      ? { check: 'records', level: 'fine', message: 'Every record was understood.' }
      : {
          check: 'records',
          level: 'note',
          message: `Malformed, or of a kind that is not known, and kept all the same: ${count(sum(malformed), 'record')}.`,
          remedy: 'After an update of Hansard run `hansard rebuild --outdated`; please report kinds that stay unknown.',
          count: sum(malformed),
          details: malformed.map(kindLine),
        },
    dangling.length === 0
      ? { check: 'references', level: 'fine', message: 'Every reference leads somewhere.' }
      : {
          check: 'references',
          level: 'note',
          message: `${count(sum(dangling), 'broken reference')}.`,
          remedy:
            'The agent had removed it, or never wrote it, when the session was kept: sync more often, or use `hansard sync --watch`.',
          count: sum(dangling),
          details: dangling.map(kindLine),
        },
  ];
}

const sum = (rows: readonly { readonly n: number }[]): number => rows.reduce((total, { n }) => total + n, 0);

const kindLine = ({ kind, n, inputs }: ProblemKinds): string => `${kind}: ${n} in ${count(inputs, 'file')}`;

export function checkPrices({ sql }: Archive, prices: PriceBook): Finding {
  const unpriced = usedModels(sql).filter(({ model }) => !prices.priceOf(model));
  if (unpriced.length === 0)
    return { check: 'prices', level: 'fine', message: 'Every model that was used has a price.' };
  return {
    check: 'prices',
    level: 'note',
    message: `Used without a price, and left out of costs: ${count(unpriced.length, 'model')}.`,
    remedy: 'Give them a price in the file that the setting `prices` names.',
    count: unpriced.length,
    details: unpriced.slice(0, MAX_DETAILS).map(({ model, n }) => `${model}: ${count(n, 'token')}`),
  };
}

export function checkAdapters({ sql }: Archive, adapters: readonly Adapter[]): Finding[] {
  const versions = new Map(adapters.map(({ id, version }) => [id, version]));
  const outdated = adapterVersions(sql).filter(({ agent, version }) => versions.get(agent) !== version);
  const findings: Finding[] = [];
  if (outdated.length === 0) {
    findings.push({ check: 'adapters', level: 'fine', message: 'Everything was read by the present adapters.' });
  } else {
    findings.push({
      check: 'adapters',
      level: 'attention',
      message: `Read by another version of their adapter: ${count(sum(outdated), 'original')}.`,
      remedy: 'Run `hansard rebuild --outdated`; `hansard diff-adapters --outdated` shows what that changes.',
      count: sum(outdated),
      details: outdated.map(
        ({ agent, version, n }) => `${readerOf(agent)?.label ?? agent} ${version ?? '(not read)'}: ${n}`,
      ),
    });
  }
  const unknown = unknownFiles(sql);
  if (unknown.length > 0) {
    findings.push({
      check: 'formats',
      level: 'note',
      message: `In no format that is known, and kept without being read: ${count(unknown.length, 'file')}.`,
      remedy: 'They may be empty still. Otherwise update Hansard, or report the format.',
      count: unknown.length,
      details: unknown.slice(0, MAX_DETAILS),
    });
  }
  return findings;
}
