/** The files of what exporters send: one for each session, in a folder for each program, written at once. */
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@hansard/core/reading/native-values.ts';
import type { Group, TelemetryPlacer } from '@hansard/core/telemetry/telemetry-placer.ts';
import { UNPLACED } from '../adapters/telemetry-adapter.ts';
import { makeFolders } from '../make-folders.ts';

/** A file is read whole: one that is longer is followed by another. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Conversations that were at work lately go on after a restart. */
const LATELY_MS = 24 * 3600_000;
const MOST_LEARNT = 500;

export class TelemetryFiles {
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  /** Adds a line; gives the file's path. */
  append(group: Group, data: object, now: string): string {
    const line = `${JSON.stringify(data)}\n`;
    const folder = join(this.#home, group.kind === 'unplaced' ? UNPLACED : asName(group.service, 80));
    makeFolders(folder);
    const path = withRoom(join(folder, nameOf(group, now)), line.length);
    appendFileSync(path, line, { mode: 0o600 });
    return path;
  }

  /** Tells the placer of traces without a name that were written lately. */
  teach(placer: TelemetryPlacer, now: string): void {
    for (const { path, service, trace } of this.#lately(Date.parse(now))) {
      const group: Group = { service, kind: 'trace', id: trace };
      for (const line of readFileSync(path, 'utf8').split('\n')) {
        const data = parsed(line);
        if (isObject(data)) placer.learn(group, data);
      }
    }
  }

  #lately(now: number): { path: string; service: string; trace: string }[] {
    const found = readdirs(this.#home).flatMap((folder) =>
      readdirs(join(this.#home, folder)).flatMap((name) => {
        const trace = /^trace-(\w+)\.otlp\.jsonl$/.exec(name)?.[1];
        const path = join(this.#home, folder, name);
        const changed = trace === undefined ? 0 : statSync(path).mtimeMs;
        return trace !== undefined && now - changed < LATELY_MS ? [{ path, service: folder, trace, changed }] : [];
      }),
    );
    return found.sort((a, b) => b.changed - a.changed).slice(0, MOST_LEARNT);
  }
}

function nameOf({ service, kind, id }: Group, now: string): string {
  if (kind === 'unplaced') return `${asName(service, 80)}-${now.slice(0, 10)}.otlp.jsonl`;
  if (kind === 'trace' && /^\w{1,64}$/.test(id)) return `trace-${id}.otlp.jsonl`;
  // Names may differ only in what no file's name can have.
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, id]))
    .digest('hex')
    .slice(0, 12);
  return `${asName(id, 60)}-${hash}.otlp.jsonl`;
}

function withRoom(path: string, bytes: number): string {
  for (let part = 1; ; part++) {
    const name = part === 1 ? path : path.replace(/\.otlp\.jsonl$/, `~${part}.otlp.jsonl`);
    const size = statSync(name, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0 || size + bytes <= MOST_BYTES) return name;
  }
}

/** As a name of a file on every system, whatever is in it. */
const asName = (name: string, most: number): string =>
  name
    .replaceAll(/[^\w@-]+/g, '_')
    .slice(0, most)
    .replace(new RegExp(`^${UNPLACED}$`), '_$&') || '_';

function readdirs(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
