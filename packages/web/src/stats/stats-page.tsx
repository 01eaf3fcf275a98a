/** Statistics: what was used and what it cost, for a query and a range of days, both in the address. */
import type { NumbersAnswer } from '@hansard/client';
import { useCallback } from 'react';
import { problemOf } from '../answers/problem.ts';
import { type Answer, useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Trouble } from '../parts/trouble.tsx';
import { FilterBar } from '../query/filter-bar.tsx';
import { joined } from '../query/pieces.ts';
import { Link } from '../route/link.tsx';
import { navigate, usePlace, withQuery } from '../route/place.ts';
import { ChartCard } from './chart-card.tsx';
import { DayHeatmap, HourHeatmap } from './heatmap.tsx';
import { NameBars } from './name-bars.tsx';
import { RANGES, type Range } from './range.ts';
import {
  byName,
  costliest,
  costOverTime,
  mostEdited,
  sessionsWithin,
  tokensOverTime,
  toolFailures,
  toolKinds,
  toolTimes,
  turnTimes,
} from './series-of.ts';
import { TimeBars } from './time-bars.tsx';
import { Totals, UnpricedModels } from './totals.tsx';
import { useRange } from './use-range.ts';

export function StatsPage() {
  const q = usePlace().query.get('q') ?? '';
  const range = useRange();
  const onQuery = useCallback((next: string) => navigate(withQuery({ q: next || null }), { replace: true }), []);
  const overTime = useNumbers(range.unit, q, range, false);
  const problem = overTime.error === undefined ? undefined : problemOf(overTime.error);
  const isBadQuery = problem?.status === 400;
  return (
    <div className="stats-page">
      <h1 className="visually-hidden">Statistics</h1>
      <div className="stats-head">
        <FilterBar
          query={q}
          onQuery={onQuery}
          placeholder="Only sessions with…"
          does="Filter the statistics"
          problem={isBadQuery ? problem : undefined}
        />
        <nav aria-label="Time" className="segments">
          {RANGES.map(([name, words]) => (
            <Link
              key={name}
              href={withQuery({ range: name })}
              replace
              aria-current={name === range.name ? 'true' : undefined}
            >
              {words}
            </Link>
          ))}
        </nav>
      </div>
      {problem && !isBadQuery && <Trouble error={overTime.error} onRetry={overTime.reload} />}
      {overTime.data && <Charts q={q} range={range} overTime={overTime.data} />}
    </div>
  );
}

const COSTLIEST = 8;

const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function useNumbers(by: string, q: string, { from }: Range, tools: boolean): Answer<NumbersAnswer> {
  const query = { by, q: q || undefined, from, tools, timezone: zone() };
  return useAnswer(`numbers ${JSON.stringify(query)}`, (signal) => api.numbers(query, { signal }));
}

function Charts({ q, range, overTime }: { q: string; range: Range; overTime: NumbersAnswer }) {
  const agents = useNumbers('agent', q, range, true).data;
  const models = useNumbers('model', q, range, false).data;
  const projects = useNumbers('project', q, range, false).data;
  const tools = useNumbers('tool', q, range, true).data;
  const { data: list } = useAnswer('agents', (signal) => api.agents({ signal }));
  const { data: activity } = useAnswer(`activity ${zone()}`, (signal) =>
    api.activity({ timezone: zone() }, { signal }),
  );
  const within = joined(q, range.from && `after:${range.from}`);
  const { data: dear } = useAnswer(`costliest ${within}`, (signal) =>
    api.sessions({ q: within || undefined, sort: 'costliest', limit: COSTLIEST }, { signal }),
  );
  const asked = { q: q || undefined, from: range.from, timezone: zone() };
  const { data: edited } = useAnswer(`files ${JSON.stringify(asked)}`, (signal) => api.editedFiles(asked, { signal }));
  const sessionsOf = sessionsWithin(q, range.from);
  const label = (id: string) => list?.agents.find((agent) => agent.id === id)?.label ?? id;

  const cost = costOverTime(overTime, range.unit, sessionsOf);
  const tokens = tokensOverTime(overTime, range.unit, sessionsOf);
  const named = [
    models && byName(models, { id: 'models', title: 'Models', key: 'model' }, sessionsOf),
    agents && byName(agents, { id: 'agents', title: 'Agents', key: 'agent', labelOf: label }, sessionsOf),
    projects && byName(projects, { id: 'projects', title: 'Projects', key: 'project' }, sessionsOf),
    dear && costliest(dear.sessions),
  ];
  const failures = tools && toolFailures(tools, sessionsOf);
  const kinds = tools && toolKinds(tools);
  const times = [tools && toolTimes(tools, sessionsOf), agents && turnTimes(agents, label, sessionsOf)];
  const heatmaps = activity && (
    <>
      <HourHeatmap activity={activity} />
      <DayHeatmap activity={activity} sessionsOf={sessionsOf} />
    </>
  );
  if (overTime.groups.length === 0 && agents?.groups.length === 0) {
    return (
      <>
        <p className="nothing">
          Nothing in this time{q === '' ? '' : ' that fits'}.{' '}
          {range.name !== 'all' && (
            <Link href={withQuery({ range: 'all' })} replace>
              Show all there is
            </Link>
          )}
        </p>
        {activity && activity.days.length > 0 && <div className="charts">{heatmaps}</div>}
      </>
    );
  }
  return (
    <>
      {agents && <Totals numbers={agents} />}
      <UnpricedModels prices={overTime.prices} />
      <div className="charts">
        <ChartCard series={cost}>
          <TimeBars series={cost} />
        </ChartCard>
        <ChartCard series={tokens} foot={<Legend names={tokens.columns.map(({ name }) => name)} />}>
          <TimeBars series={tokens} />
        </ChartCard>
        {named.map(
          (series) =>
            series && (
              <ChartCard key={series.id} series={series}>
                <NameBars series={series} by={hasCosts(series.rows) ? 'costMicroUsd' : 'tokens'} />
              </ChartCard>
            ),
        )}
        {kinds && (
          <ChartCard series={kinds}>
            <NameBars series={kinds} by="calls" part="failed" bad />
          </ChartCard>
        )}
        {failures && (
          <ChartCard series={failures}>
            <NameBars series={failures} by="calls" part="failed" bad />
          </ChartCard>
        )}
        {edited && edited.files.length > 0 && (
          <ChartCard series={mostEdited(edited, sessionsOf)}>
            <NameBars series={mostEdited(edited, sessionsOf)} by="edits" />
          </ChartCard>
        )}
        {times.map(
          (series) =>
            series && (
              <ChartCard key={series.id} series={series}>
                <NameBars series={series} by="p90Ms" part="medianMs" />
              </ChartCard>
            ),
        )}
        {heatmaps}
      </div>
    </>
  );
}

const hasCosts = (rows: readonly { readonly values: Readonly<Record<string, number | null>> }[]): boolean =>
  rows.some(({ values }) => (values['costMicroUsd'] ?? 0) > 0);

function Legend({ names }: { names: readonly string[] }) {
  return (
    <ul className="legend">
      {names.map((name, index) => (
        <li key={name}>
          <span className={`swatch color-${index + 1}`} />
          {name}
        </li>
      ))}
    </ul>
  );
}
