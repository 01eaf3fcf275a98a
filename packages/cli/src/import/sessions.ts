/** Imports files of agents, sessions in one of the formats that Hansard reads, and folders of these. */
import { Archive, type ImportedFile, type ImportedSession, importFile } from '@hansard/archive';
import { Failure, neutraliseLine } from '@hansard/core';
import type { FormatProblem } from '@hansard/core/formats/contract.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { hostOf } from '../machine.ts';
import { count } from '../terminal/words.ts';
import type { ImportSource } from './importers.ts';

/** Problems that are told one by one. */
const TOLD = 20;

export async function importSessions(
  context: Context,
  args: Arguments,
  { path, given, root }: ImportSource,
): Promise<number | undefined> {
  const host = hostOf(context);
  const archive = await Archive.open(host);
  try {
    const options = { archive, host, now: new Date().toISOString(), origin: args.text('origin'), root };
    const imported = await importFile(options, path);
    if (!imported) return undefined;
    const { sessions, problems, unknown = 0, erased = 0 } = imported;
    if (sessions.length + erased === 0) throw nothingIn(given, imported);
    await context.out.write(args.flag('json') ? jsonText(given, imported) : sessions.map(line).join(''));
    if (erased > 0) context.note(`${count(erased, 'session')} had been erased here, and stayed so.`);
    if (unknown > 0) context.note(`${count(unknown, 'other file')} in it ${unknown === 1 ? 'is' : 'are'} no session.`);
    for (const problem of problems.slice(0, TOLD)) context.note(neutraliseLine(placed(given, problem)));
    if (problems.length > TOLD) context.note(`and ${problems.length - TOLD} more`);
    return problems.length > 0 ? 1 : 0;
  } finally {
    archive.close();
  }
}

const WORDS: Readonly<Record<ImportedSession['outcome'], string>> = {
  new: 'new',
  more: 'with new events',
  same: 'as it was',
  here: 'here already, from its agent',
  erased: 'erased here, and stays so',
};

function line({ id, number, agent, events, outcome }: ImportedSession): string {
  const named = number === undefined ? id : `#${number}  ${id}`;
  return `${neutraliseLine(`${named}  ${agent}`)}  ${count(events, 'event')}  ${WORDS[outcome]}\n`;
}

function nothingIn(path: string, { format, problems: [problem] }: ImportedFile): Failure {
  const why = problem ? placed(path, problem) : `${path}: there is no session in it`;
  return new Failure('not-importable', `${neutraliseLine(why)}. It begins like the format ${format}.`);
}

/** `file:line:column /pointer: what was expected`. */
function placed(path: string, { path: inside, line: at, column, pointer, message }: FormatProblem): string {
  return `${inside ?? path}:${at}:${column}${pointer === '' ? '' : ` ${pointer}`}: ${message}`;
}

const jsonText = (file: string, imported: ImportedFile): string =>
  `${JSON.stringify({ file, ...imported }, null, 2)}\n`;
