/** The folder of a run: its names, its description, its copies of flows, and how they are read again. */
import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@hansard/core/failure.ts';
import { type Flow, NAME_PATTERN } from '@hansard/core/flows/flow.ts';
import type { RunSpec } from '@hansard/core/formats/run/run-log.ts';
import { isObject, listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import { readFlow } from '../definition/read-flow.ts';
import type { RunDisk } from './run-disk.ts';

export const LOG = 'events.jsonl';
export const META = 'meta.json';
export const SPEC = 'spec.json';
export const CANCEL = '.cancel';

export const flowCopy = (key: string): string => `${key}/flow.yaml`;

/** As `spec.json` has it: the fields of the format, and what resuming needs. */
export interface KeptSpec extends RunSpec {
  readonly stub: boolean;
  readonly stub_engines: readonly string[];
  /** Where agents work, and where files of inputs are. */
  readonly directory: string;
}

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** `run-YYYYMMDD-HHMMSS-` and six characters. */
export function newRunId(now: string): string {
  const [day = '', time = ''] = now.replaceAll(/[-:]/g, '').split('T');
  const end = Array.from({ length: 6 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return `run-${day}-${time.slice(0, 6)}-${end}`;
}

/** Makes a folder that was not there. */
export async function makeFolder(runs: string, id: () => string): Promise<{ id: string; folder: string }> {
  await mkdir(runs, { recursive: true });
  for (;;) {
    const name = id();
    const folder = join(runs, name);
    try {
      await mkdir(folder);
      return { id: name, folder };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** The folder of a run that somebody names: nothing that leads out of the folder of runs. */
export function folderOf(runs: string, id: string): string {
  if (!new RegExp(NAME_PATTERN).test(id)) throw new Failure('bad-argument', `"${id.slice(0, 100)}" is no id of a run.`);
  return join(runs, id);
}

export interface KeptRun {
  readonly spec: KeptSpec;
  readonly flows: readonly Flow[];
}

export async function readRun(disk: RunDisk): Promise<KeptRun> {
  const spec = specOf(await documentOf(disk, SPEC));
  if (!spec) throw new Failure('not-resumable', `${disk.folder} is no run that a flow has begun.`);
  const flows: Flow[] = [];
  for (const key of spec.flow_keys) {
    const { flow } = await readFlow((await disk.read(flowCopy(key))) ?? '');
    if (!flow) throw new Failure('not-resumable', `${disk.path(flowCopy(key))} is missing or is no valid flow.`);
    flows.push(flow);
  }
  return { spec, flows };
}

/** Nothing when it is not there, or no object. */
export async function documentOf(disk: RunDisk, name: string): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = JSON.parse((await disk.read(name)) ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function specOf(value: Record<string, unknown> | undefined): KeptSpec | undefined {
  const keys = listOf(value?.['flow_keys']).filter((key) => typeof key === 'string');
  const directory = stringOf(value?.['directory']);
  if (!value || directory === undefined || keys.length === 0 || !keys.every(isName)) return undefined;
  return {
    flow_keys: keys,
    profile_id: stringOf(value['profile_id']) ?? null,
    backend: stringOf(value['backend']) ?? '',
    initiator: stringOf(value['initiator']) ?? '',
    params: textsOf(objectOf(value['params'])),
    no_human_mid_flow: value['no_human_mid_flow'] !== false,
    stub: value['stub'] === true,
    stub_engines: listOf(value['stub_engines']).filter((id) => typeof id === 'string'),
    directory,
  };
}

const isName = (name: string): boolean => new RegExp(NAME_PATTERN).test(name);

const textsOf = (value: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
