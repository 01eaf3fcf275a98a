/** `hansard agents`: what is supported, and what of it is on this machine. */
import { type DiscoveredAgent, discover } from '@hansard/archive';
import { adapters } from '@hansard/core';
import { notRead } from '@hansard/core/adapters/not-read.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { keepsText } from '../sessions/keeps-text.ts';
import { fit, table } from '../terminal/table.ts';
import { bytesInWords, minuteIn } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const settings = await context.settings();
  const found: DiscoveredAgent[] = [];
  for await (const agent of discover(adapters, hostOf(context))) found.push(agent);
  const excluded = settings.get('exclude.agents');
  if (args.flag('json')) {
    const agents = found.map((agent) => toJson(agent, excluded.includes(agent.adapter.id)));
    await context.out.write(`${JSON.stringify({ agents, notRead }, null, 2)}\n`);
    return 0;
  }
  const minute = minuteIn(settings.get('timezone'));
  const rows = found.map((agent) => row(agent, minute, excluded.includes(agent.adapter.id)));
  // What is long comes last, so that a narrow terminal cuts nothing else.
  const head = ['AGENT', 'ID', 'FILES HERE', 'SIZE', 'NEWEST', 'EVIDENCE', 'VERSIONS READ'];
  const lines = table([head, ...rows], ['left', 'left', 'right', 'right']).split('\n');
  const fitting = lines.map((line) => fit(line, context.out.columns)).join('\n');
  await context.out.write(
    `${fitting}\n\nWhere they keep their sessions:\n${found.map(({ adapter }) => keepsText(adapter)).join('\n')}\n\nCannot be read:\n${notReadText()}\n`,
  );
  return 0;
}

const notReadText = (): string => notRead.map(({ label, keeps, why }) => `  ${label}: ${keeps} (${why})`).join('\n');

function row(
  { adapter, sessionInputs, bytes, newest }: DiscoveredAgent,
  minute: (time: string) => string,
  excluded: boolean,
) {
  const seen = excluded ? 'excluded' : newest ? minute(newest) : '';
  return [
    adapter.label,
    adapter.id,
    sessionInputs === 0 ? '-' : String(sessionInputs),
    bytes === 0 ? '-' : bytesInWords(bytes),
    seen,
    adapter.evidence,
    adapter.versionsSeen,
  ];
}

function toJson({ adapter, inputs, sessionInputs, bytes, newest }: DiscoveredAgent, excluded: boolean) {
  const { id, label, version, homepage, evidence, versionsSeen, coverage } = adapter;
  return {
    id,
    label,
    version,
    homepage,
    evidence,
    versionsSeen,
    keeps: adapter.keeps,
    variables: adapter.variables,
    coverage: Object.keys(coverage),
    coverageEvidence: coverage,
    dialects: adapter.dialects.map((dialect) => ({ id: dialect.id, kind: dialect.kind, live: dialect.live })),
    excluded,
    found: { sessionFiles: sessionInputs, files: inputs.length, bytes, newest: newest ?? null },
  };
}
