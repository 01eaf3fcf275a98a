/**
 * Output and images that an agent spilled to files of their own become attachments. Only files inside the
 * session's own folder are read: a transcript is untrusted and may name any path it likes.
 */
import type { EventDraft, LocatedInput, ProblemDraft } from '../adapters/contract.ts';
import type { Host } from '../host.ts';
import type { Attachment, Part } from '../transcript.ts';
import { toBase64 } from './base64.ts';
import type { InputRead } from './input-read.ts';
import { firstBytes } from './read-input.ts';

const MAX_SIDE_FILE_BYTES = 64 * 1024 * 1024;

export async function resolveSideFiles(
  host: Host,
  reads: InputRead[],
  inputs: readonly LocatedInput[],
): Promise<InputRead[]> {
  const sides = new Map(inputs.filter(({ role }) => role === 'side').map(({ path }) => [host.basename(path), path]));
  const resolved: InputRead[] = [];
  for (const read of reads) resolved.push(await resolveRead(host, read, sides));
  return resolved;
}

async function resolveRead(host: Host, read: InputRead, sides: Map<string, string>): Promise<InputRead> {
  const attachments: Record<string, Attachment> = { ...read.attachments };
  const problems: ProblemDraft[] = [...read.problems];
  for (const event of read.events) {
    for (const part of event.parts ?? []) {
      if (!part.spilled || part.hash || !part.path) continue;
      const side = sides.get(baseName(part.path));
      if (side) await attachSide(host, side, part, attachments);
      if (!part.hash) problems.push(dangling(event, part));
    }
  }
  return { ...read, attachments, problems };
}

async function attachSide(
  host: Host,
  path: string,
  part: Part,
  attachments: Record<string, Attachment>,
): Promise<void> {
  const file = await host.stat(path);
  if (!file || file.folder) return;
  const bytes = await firstBytes(host.read(path), MAX_SIDE_FILE_BYTES);
  const data = toBase64(bytes);
  const hash = `sha256-${host.digest(bytes)}`;
  attachments[hash] ??= { mime: part.mime ?? 'text/plain', bytes: bytes.length, path, data };
  part.hash = hash;
}

function dangling(event: EventDraft, part: Part): ProblemDraft {
  const { start, end, pointer } = event.native ?? {};
  return { kind: 'dangling-reference', message: `${part.path} is not in the session's folder`, start, end, pointer };
}

/** The last segment, whichever separator the agent's platform used. */
function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
