/**
 * Files of runs on their way out. The machine's own user gets their bytes; for others transcripts are written anew from
 * what went through the privacy gate, receipts go through it as answers do, and what steps left behind stays here.
 */
import { Failure } from '@hansard/core';
import { writeRun } from '@hansard/core/formats/run/write.ts';
import type { RunDetail, RunFileContent, RunStepRow } from '@hansard/core/store/runs.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { Refusal } from '../problems.ts';
import { bytesOf } from '../sharing/bytes-of.ts';
import { runsOf } from './named-run.ts';

/** A file that is asked for at once is held in memory. */
const MOST = 64 * 1024 * 1024;
/** Events at a time, of a session that is written anew. */
const PAGE = 1000;

export interface FileOut {
  readonly body: Buffer;
  readonly version: number;
}

/** A file as it was written, however long it is, for the machine's own user; undefined for others. */
export async function ownFile(
  app: App,
  { profile }: Content,
  run: RunDetail,
  path: string | null,
  version: number | undefined,
): Promise<RunFileContent | undefined> {
  return profile === null && path !== null ? fileAt(app, run, path, version) : undefined;
}

/** A transcript: what was written, or what of it may leave. Earlier versions are no longer in a session, and stay here. */
export async function transcriptOut(
  app: App,
  content: Content,
  run: RunDetail,
  step: RunStepRow,
  version: number | undefined,
): Promise<FileOut | undefined> {
  if (step.transcript === null) return undefined;
  const file = await fileAt(app, run, step.transcript, version);
  if (!file) return undefined;
  if (content.profile === null) return { body: await wholeOf(file), version: file.version };
  if (file.version < versionsOf(run, step.transcript)) throw staysHere();
  if (step.session === null) throw staysHere();
  return { body: await gatedTranscript(app, content, step.session), version: file.version };
}

export async function receiptOut(
  app: App,
  content: Content,
  run: RunDetail,
  step: RunStepRow,
  version: number | undefined,
): Promise<FileOut | undefined> {
  const file = step.receipt === null ? undefined : await fileAt(app, run, step.receipt, version);
  if (!file) return undefined;
  const body = await wholeOf(file);
  if (content.profile === null) return { body, version: file.version };
  const gated = await content.answer(null, await content.answer(step.session, parsed(body)));
  return { body: Buffer.from(`${JSON.stringify(gated, null, 2)}\n`), version: file.version };
}

export async function artefactOut(
  app: App,
  { profile }: Content,
  run: RunDetail,
  path: string,
  version: number | undefined,
): Promise<RunFileContent> {
  if (profile !== null) throw staysHere();
  const file = await runsOf(app).file(run.key, path, version);
  if (file) return file;
  const available = run.files.filter(({ hash }) => hash !== null).map((one) => one.path);
  throw new Refusal('not-found', `There is no file '${path.slice(0, 300)}' in the run`, {
    extra: { available_files: available.slice(0, 500) },
  });
}

export async function wholeOf({ bytes, pieces }: RunFileContent): Promise<Buffer> {
  if (bytes > MOST) throw new Refusal('not-offered', `The file has ${bytes} bytes: ask for it by /file.`);
  const chunks: Uint8Array[] = [];
  for await (const piece of pieces()) chunks.push(Uint8Array.from(piece));
  return Buffer.concat(chunks);
}

/** An object, whatever the file holds. */
export function parsed(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value };
  } catch {
    return { unparsed: body.toString('utf8') };
  }
}

const staysHere = () => new Refusal('missing-scope', 'Only the user of this machine may read this.');

/** Earlier times of a step are files of their own where the runtime keeps them, else versions that were written over. */
async function fileAt(
  app: App,
  run: RunDetail,
  path: string,
  version: number | undefined,
): Promise<RunFileContent | undefined> {
  const earlier = earlierTimes(run, path);
  if (earlier === 0) return runsOf(app).file(run.key, path, version);
  const isLast = version === undefined || version === earlier + 1;
  const file = await runsOf(app).file(run.key, isLast ? path : timeOf(path, version));
  return file && { ...file, version: version ?? earlier + 1 };
}

const timeOf = (path: string, n: number): string => path.replace(/(\.jsonl?)$/, `@${n}$1`);

function earlierTimes({ files }: RunDetail, path: string): number {
  const paths = new Set(files.map((file) => file.path));
  let n = 0;
  while (paths.has(timeOf(path, n + 1))) n++;
  return n;
}

/** How often the file was written, as far as that is kept. */
export function versionsOf(run: RunDetail, path: string | null): number {
  if (path === null) return 1;
  const earlier = earlierTimes(run, path);
  return earlier > 0 ? earlier + 1 : (run.files.find((file) => file.path === path)?.versions ?? 1);
}

async function gatedTranscript(app: App, content: Content, session: string): Promise<Buffer> {
  const header = await app.store.events.header(session);
  if (!header) throw new Failure('unknown-session', 'The session of the step is gone.');
  const source = {
    header: await content.head(session, header),
    async *events() {
      for (let after = 0; ; ) {
        const page = await content.page(session, after, PAGE);
        yield* page;
        if (page.length < PAGE) return;
        after = page.at(-1)?.logSeq ?? Number.MAX_SAFE_INTEGER;
      }
    },
  };
  const pieces: Buffer[] = [];
  for await (const file of writeRun(source, { digest: app.digest })) {
    if (!/\/llm\/[^/]+$/.test(file.path)) continue;
    for await (const piece of file.pieces()) pieces.push(bytesOf(piece));
    break;
  }
  // Names of users and projects that only other sessions know.
  const lines = Buffer.concat(pieces).toString('utf8').split('\n').filter(Boolean);
  const told = await content.answer(
    null,
    lines.map((line) => JSON.parse(line) as unknown),
  );
  return Buffer.from(told.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
