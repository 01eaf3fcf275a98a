/** The page, exported HTML, Parquet, SQL and reports say the same of a session: its errors, state, prompts and tokens. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, type Host, loadPriceBook } from '@hansard/core';
import { sessionState } from '@hansard/core/events/session-state.ts';
import { factLines } from '@hansard/core/formats/html/facts.ts';
import { SessionIndex } from '@hansard/core/formats/html/session-index.ts';
import { SESSION_COLUMNS } from '@hansard/core/formats/parquet/session-columns.ts';
import { readNumbers } from '@hansard/core/numbers/report.ts';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { summariesOf } from '@hansard/core/views/session-summaries.ts';
import { describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { createNodeHost } from '../host/node-host.ts';
import { query } from '../sqlite/query/query.ts';
import { sync } from '../sync/sync.ts';
import { corpusFolder } from './corpus-files.ts';

const NOW = '2027-01-01T00:00:00.000Z';
const prices = await loadPriceBook();

/** What is said of every session, by whom. */
async function saidOf(host: Host) {
  const archive = await Archive.open(host, adapters);
  try {
    const { newEvents } = await sync({ archive, adapters, host, now: NOW });
    expect(newEvents).toBe(archive.sizes().events);
    const { store } = archive;
    const { sessions } = await store.sessions.page({ order: 'newest', limit: 100 });
    const summaries = await summariesOf(store, sessions, { prices, now: Date.parse(NOW) });
    const report = await readNumbers(store, { by: ['session'], timezone: 'UTC', prices, tools: true });
    const rows = await sqlRows(archive);
    const said = [];
    for (const page of summaries) {
      const document = await store.events.open(page.id, { now: NOW, prices });
      if (!document) continue;
      const { header } = document;
      const index = new SessionIndex(header);
      for (const event of document.events()) index.add(event);
      const cells = Object.fromEntries(SESSION_COLUMNS.map(({ name, value }) => [name, value(header)]));
      const stats = report.groups.find(({ key }) => key[0] === page.id);
      document.close();
      said.push({
        page,
        header,
        html: { lines: factLines(header), prompts: index.prompts.list().length },
        cells,
        stats,
        row: rows.get(page.id),
      });
    }
    return said;
  } finally {
    archive.close();
  }
}

/** The view `sessions` of `hansard query`, by id. */
async function sqlRows(archive: Archive) {
  const columns = 'session_id, state, errors, input_tokens, output_tokens, cost_usd';
  const { rows, close } = await query(archive, `SELECT ${columns} FROM sessions`, { prices: async () => prices });
  try {
    return new Map([...rows].map((row) => [row['session_id'] as string, row]));
  } finally {
    close();
  }
}

type Said = Awaited<ReturnType<typeof saidOf>>[number];

/** Copies of other sessions' responses and prompts count there: a fork says them of its document, not of its own. */
const isFork = ({ page, header }: Said) => page.lineage !== null || header.session.extra?.['copiedHistory'] === true;

function expectAgreement(said: readonly Said[]): void {
  for (const one of said) {
    const { page, header, html, cells, stats, row } = one;
    expect([page.state, cells['state']]).toEqual([sessionState(header.session.state), page.state]);
    expect(cells['errors']).toBe(page.errors);
    const errors = html.lines.join(' ').match(/([\d,]+) errors?/)?.[1] ?? '0';
    expect(Number(errors.replaceAll(',', ''))).toBe(page.errors);
    expect([row?.['state'], Number(row?.['errors'])]).toEqual([page.state, page.errors]);
    const own = [stats?.own.input ?? 0, stats?.own.output ?? 0];
    expect([Number(row?.['input_tokens']), Number(row?.['output_tokens'])]).toEqual(own);
    if (isFork(one)) continue;
    expect([cells['prompts'], html.prompts]).toEqual([stats?.prompts ?? 0, stats?.prompts ?? 0]);
    const tokens = Number(cells['tokens_input'] ?? 0) + Number(cells['tokens_output'] ?? 0);
    expect([page.tokens, (stats?.own.input ?? 0) + (stats?.own.output ?? 0)]).toEqual([tokens, tokens]);
  }
}

describe('of golden sessions', () => {
  it.each(goldenCases().map((golden) => [golden.agent, golden.name, golden] as const))(
    '%s, %s',
    async (_a, _n, golden) => {
      const home = mkdtempSync(join(tmpdir(), 'hansard-agree-'));
      try {
        expectAgreement(await saidOf(hostOf(golden, { env: { HANSARD_HOME: home } })));
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
  );
});

it('names a child whose parent is missing as its own log does', async () => {
  const golden = goldenCases().find(({ agent, name }) => agent === 'factory-droid' && name === 'by-hand');
  const home = mkdtempSync(join(tmpdir(), 'hansard-agree-'));
  try {
    const [child] = golden ? await saidOf(hostOf(golden, { env: { HANSARD_HOME: home } })) : [];
    expect(child?.page).toMatchObject({
      nativeId: '0d0a1111-0000-4000-8000-000000000001',
      title: 'Ship it',
      project: '/home/dev/app',
      state: 'ended',
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

const recorded = join(corpusFolder, 'recorded');
const homes = existsSync(recorded)
  ? readdirSync(recorded).flatMap((agent) =>
      readdirSync(join(recorded, agent)).flatMap((name) => {
        const home = join(recorded, agent, name, 'home');
        return existsSync(home) ? [[`${agent}/${name}`, home] as const] : [];
      }),
    )
  : [];

describe.skipIf(homes.length === 0)('of recorded sessions', () => {
  it.each(homes)('%s', async (_name, home) => {
    const own = mkdtempSync(join(tmpdir(), 'hansard-agree-'));
    try {
      expectAgreement(await saidOf(createNodeHost({ home, env: { HANSARD_HOME: own } })));
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });
});
