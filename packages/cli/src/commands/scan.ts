/** `hansard scan`: which secrets are in the archive, where and since when, without printing them. */
import { type Archive, archivedTranscript, type SessionFound } from '@hansard/archive';
import { Failure, type Host, neutraliseLine } from '@hansard/core';
import { Pseudonyms, resolveProfile, rules, SecretSearch } from '@hansard/core/privacy/index.ts';
import { changesOf } from '@hansard/core/sharing/changes.ts';
import { namedSessions } from '../archive/named-session.ts';
import { withArchive } from '../archive/with-archive.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { openGate, ownPrivacyOf } from '../privacy/chosen-profile.ts';
import { machineKey } from '../privacy/machine-key.ts';
import type { OwnPrivacy } from '../privacy/own-privacy.ts';
import { allSessions, type SecretPlace, scanText } from '../privacy/scan-text.ts';
import { Progress } from '../terminal/progress.ts';
import { count } from '../terminal/words.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const isAll = args.flag('all');
  if (isAll === args.positionals.length > 0) {
    throw new Failure('bad-argument', isAll ? 'Either --all or sessions, not both.' : 'Name sessions, or pass --all.');
  }
  const own = await ownPrivacyOf(context);
  return withArchive(context, async (archive, host) => {
    const sessions = isAll ? allSessions(archive) : namedSessions(archive, host, args.positionals);
    const { places, failed } = await scan(context, archive, host, own, sessions);
    const text = args.flag('json')
      ? `${JSON.stringify({ sessions: sessions.length, secrets: places }, null, 2)}\n`
      : scanText(places, sessions.length, Date.now());
    await context.out.write(text);
    return places.length > 0 || failed > 0 ? 1 : 0;
  });
}

async function scan(
  context: Context,
  archive: Archive,
  host: Host,
  own: OwnPrivacy,
  sessions: readonly SessionFound[],
): Promise<{ places: SecretPlace[]; failed: number }> {
  const look = lookerFor(archive, host, own);
  const progress = new Progress(process.stderr);
  const places: SecretPlace[] = [];
  let failed = 0;
  for (const [i, session] of sessions.entries()) {
    progress.show(() => `${i + 1} of ${count(sessions.length, 'session')}, ${count(places.length, 'place')} found`);
    try {
      places.push(...(await look(session)));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'not-archived') throw error;
      failed++;
      context.note(neutraliseLine(`${session.uuid}: ${error.message} (${error.code})`));
    }
  }
  progress.clear();
  return { places, failed };
}

/** Runs every rule about secrets, and nothing else of the gate. */
function lookerFor(archive: Archive, host: Host, own: OwnPrivacy) {
  const secrets = [...own.rules, ...rules].filter(({ type }) => type === 'secret');
  const groups = [...new Set(secrets.map(({ group }) => group))];
  const profile = resolveProfile('secrets', { secrets: { extends: 'team', rules: { groups } } });
  if (!profile) throw new Error('the profile of a scan is built on one that comes with the program');
  const gate = openGate(host, profile, own);
  const hashes = new Pseudonyms(host.digest, machineKey(host));
  const labels = new Map(secrets.map(({ id, label }) => [id, label]));
  const search = new SecretSearch({ ownRules: own.rules, allow: (value) => own.allow(value) });
  return async (session: SessionFound): Promise<SecretPlace[]> => {
    const transcript = await archivedTranscript(archive, host, session.id, { now: new Date().toISOString() });
    const changes = [...changesOf(transcript, gate.redactTranscript(transcript))];
    return changes
      .filter(({ ruleId }) => labels.has(ruleId))
      .map(({ ruleId, field, event, before }) => ({
        ruleId,
        label: labels.get(ruleId) as string,
        session: session.uuid,
        event: event?.id ?? null,
        seq: event?.seq ?? null,
        field,
        at: event?.timestamp ?? transcript.session.startedAt ?? null,
        secret: before === undefined ? null : hashes.hash(`secret:${secretIn(before, search)}`).slice(0, 12),
      }));
  };
}

/** The secret itself, which may be encoded or broken over lines where it stands. */
function secretIn(written: string, search: SecretSearch): string {
  let secret: string | undefined;
  search.inText(written, ({ value }) => {
    secret ??= value;
  });
  return secret ?? written;
}
