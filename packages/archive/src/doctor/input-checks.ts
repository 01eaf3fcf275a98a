/** What was wrong with what was read, and what could be read better. */
import type { Adapter, PriceBook, SqlRow } from '@hansard/core';
import { readerOf } from '../adapters/readers.ts';
import type { Archive } from '../archive.ts';
import { count, type Finding, MAX_DETAILS } from './finding.ts';

/** Records refer to what is not there. */
const DANGLING: ReadonlySet<string> = new Set(['dangling-reference', 'unpaired-result']);

export function checkProblems({ sql }: Archive): Finding[] {
  const rows = sql.all(
    `SELECT kind, count(*) AS n, count(DISTINCT input_id) AS inputs FROM problem GROUP BY kind ORDER BY n DESC, kind`,
  );
  const malformed = rows.filter((row) => !DANGLING.has(row['kind'] as string));
  const dangling = rows.filter((row) => DANGLING.has(row['kind'] as string));
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

const sum = (rows: readonly SqlRow[]): number => rows.reduce((total, row) => total + (row['n'] as number), 0);

const kindLine = ({ kind, n, inputs }: SqlRow): string => `${kind}: ${n} in ${count(inputs as number, 'file')}`;

export function checkPrices({ sql }: Archive, prices: PriceBook): Finding {
  const rows = sql.all(
    `SELECT n.text AS model, total(u.input + u.output + u.cache_read + u.cache_write_5m + u.cache_write_1h + u.reasoning) AS n
     FROM usage_sum u JOIN name n ON n.id = u.model WHERE u.own = 1 GROUP BY n.text HAVING n > 0 ORDER BY n DESC`,
  );
  const unpriced = rows.filter((row) => !prices.priceOf(row['model'] as string));
  if (unpriced.length === 0)
    return { check: 'prices', level: 'fine', message: 'Every model that was used has a price.' };
  return {
    check: 'prices',
    level: 'note',
    message: `Used without a price, and left out of costs: ${count(unpriced.length, 'model')}.`,
    remedy: 'Give them a price in the file that the setting `prices` names.',
    count: unpriced.length,
    details: unpriced.slice(0, MAX_DETAILS).map(({ model, n }) => `${model}: ${count(n as number, 'token')}`),
  };
}

export function checkAdapters({ sql }: Archive, adapters: readonly Adapter[]): Finding[] {
  const rows = sql.all(
    `SELECT agent, adapter_version AS version, count(*) AS n FROM input
     WHERE role <> 'side' AND excluded IS NULL AND dialect IS NOT NULL AND NOT (kind = 'store' AND part = '')
     GROUP BY agent, adapter_version`,
  );
  const versions = new Map(adapters.map(({ id, version }) => [id, version]));
  const outdated = rows.filter((row) => versions.get(row['agent'] as string) !== row['version']);
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
        ({ agent, version, n }) => `${readerOf(agent as string)?.label ?? agent} ${version ?? '(not read)'}: ${n}`,
      ),
    });
  }
  const unknown = sql.all(
    "SELECT path FROM input WHERE role <> 'side' AND excluded IS NULL AND dialect IS NULL AND part = '' AND kind <> 'store'",
  );
  if (unknown.length > 0) {
    findings.push({
      check: 'formats',
      level: 'note',
      message: `In no format that is known, and kept without being read: ${count(unknown.length, 'file')}.`,
      remedy: 'They may be empty still. Otherwise update Hansard, or report the format.',
      count: unknown.length,
      details: unknown.slice(0, MAX_DETAILS).map((row) => row['path'] as string),
    });
  }
  return findings;
}
