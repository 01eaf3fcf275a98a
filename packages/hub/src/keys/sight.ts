/** What each role may do, and whose sessions it sees. */
import type { Scope } from '@hansard/core/api/scope.ts';
import type { Key, Project, Role, Sight } from '../store/contract.ts';

/** Everybody may look at the page; what is in it depends on their sight. */
export const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
  submitter: ['read', 'ingest'],
  reader: ['read'],
  analyst: ['read', 'aggregate'],
  admin: ['read', 'administer', 'audit'],
  auditor: ['read', 'audit'],
  guest: ['read'],
};

/**
 * Submitters see their own, and projects that the team sees. Readers see the project that their key is for, or all that are
 * open to readers. Guests see the session that their link is for. Others see no session at all.
 */
export function sightOf({ no, role, project, transcript }: Key, projects: readonly Project[]): Sight {
  const open = (visible: readonly string[]) =>
    projects.filter((one) => visible.includes(one.visibility)).map((one) => one.no);
  if (role === 'submitter')
    return { key: no, projects: open(['team']).filter((one) => project === null || one === project) };
  if (role === 'reader') return { key: null, projects: project === null ? open(['readers', 'team']) : [project] };
  if (role === 'guest' && transcript !== null) return { key: null, projects: [], transcripts: [transcript] };
  return { key: null, projects: [] };
}

/** Others are not even told that something has changed: when somebody works is their own matter. */
export const seesSessions = (role: Role): boolean => ['submitter', 'reader', 'guest'].includes(role);
