/** Whose a range of commits is, as text and as Markdown. No content of sessions is in it: ids, names and numbers. */
import type { KindCounts, RangeSummary } from '@hansard/archive';
import { adapterOf, neutraliseLine } from '@hansard/core';
import { table } from '../terminal/table.ts';

const KINDS = [
  ['agent', 'Agents'],
  ['human', 'People'],
  ['uncertain', 'Uncertain'],
] as const;

const total = ({ agent, human, uncertain }: KindCounts): number => agent + human + uncertain;
const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`);
const short = (id: string): string => neutraliseLine(id).slice(0, 8);

export function rangeText(summary: RangeSummary): string {
  const { written, survived, sessions, commits } = summary;
  const rows = KINDS.map(([kind, label]) => [
    label,
    String(written[kind]),
    String(survived[kind]),
    share(survived[kind], total(survived)),
  ]);
  const who = sessions.map(({ agent, model, session, commits: count, written: lines, survived: left }) => [
    short(session),
    adapterOf(agent)?.label ?? neutraliseLine(agent),
    neutraliseLine(model ?? ''),
    `${count} commits`,
    `${lines} lines`,
    `${left} still there`,
  ]);
  const head = `${short(summary.from)}..${short(summary.to)}: ${commits} commits, ${total(survived)} lines added that are there at the end\n\n`;
  const lines = table([['', 'written', 'survived', 'share'], ...rows], ['left', 'right', 'right', 'right']);
  return `${head}${lines}\n${who.length > 0 ? `\n${table(who)}\n` : ''}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '|': '&#124;' };

/**
 * What Markdown would make something of is made plain. GitHub and GitLab look for addresses, people and issues in the
 * text that is left, and take marks of entities for the marks themselves: an empty comment parts these.
 */
const plain = (text: string): string =>
  neutraliseLine(text)
    .replaceAll(/[&<>|]/g, (mark) => ENTITIES[mark] as string)
    .replaceAll(/(?<!&)#|[\\`*_{}[\]~]/g, '\\$&')
    .replaceAll(/@|\\#|:(?=\/\/)|www(?=\.)/gi, '$&<!-- -->');

export function rangeMarkdown(summary: RangeSummary): string {
  const { survived, sessions, files, commits } = summary;
  const all = total(survived);
  const lines = [
    '### Who wrote this change',
    '',
    `${all} lines in ${commits} commits (${short(summary.from)}..${short(summary.to)}), as they are at the end.`,
    '',
    '| | lines | share |',
    '| --- | ---: | ---: |',
    ...KINDS.map(([kind, label]) => `| ${label} | ${survived[kind]} | ${share(survived[kind], all)} |`),
  ];
  if (sessions.length > 0) {
    lines.push('', '| session | agent | model | lines |', '| --- | --- | --- | ---: |');
    for (const { session, agent, model, survived: left } of sessions) {
      lines.push(
        `| \`${short(session).replaceAll(/[^\w-]/g, '')}\` | ${plain(adapterOf(agent)?.label ?? agent)} | ${plain(model ?? '')} | ${left} |`,
      );
    }
  }
  const mixed = files.filter((file) => total(file) > 0);
  if (mixed.length > 0) {
    lines.push(
      '',
      '<details><summary>By file</summary>',
      '',
      '| file | agents | people | uncertain |',
      '| --- | ---: | ---: | ---: |',
    );
    for (const { path, agent, human, uncertain } of mixed.slice(0, 200))
      lines.push(`| ${plain(path)} | ${agent} | ${human} | ${uncertain} |`);
    lines.push('', '</details>');
  }
  return `${lines.join('\n')}\n`;
}
