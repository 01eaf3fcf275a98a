/** Takes the address of a repository apart: `git@host:org/repo.git`, `https://host/org/repo`, `ssh://…`. */

export interface Remote {
  readonly host: string;
  /** Everything between host and repository: the owner, or groups within groups. */
  readonly owner: string;
  readonly repo: string;
}

const ADDRESS =
  /^(?:(?:https?|ssh|git|ftps?):\/\/(?:[^@/\s]{1,200}@)?([\w.-]{1,253})(?::\d{1,5})?\/|(?:[\w.-]{1,64}@)([\w.-]{1,253}):\/?)([^\s?#]{1,400})$/;

export function parseRemote(address: string): Remote | undefined {
  if (address.length > 1000) return undefined;
  const found = ADDRESS.exec(address.trim());
  const path = found?.[3]?.replace(/\.git$/, '').replace(/\/$/, '');
  const host = found?.[1] ?? found?.[2];
  const cut = path?.lastIndexOf('/') ?? -1;
  if (!path || !host || cut < 1 || cut === path.length - 1) return undefined;
  return { host, owner: path.slice(0, cut), repo: path.slice(cut + 1) };
}

/** Hosts that everybody shares: they tell nothing, and stay readable. */
const PUBLIC =
  /(?:^|\.)(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|sr\.ht|dev\.azure\.com|visualstudio\.com|gitea\.com|sourceforge\.net|googlesource\.com|huggingface\.co)$/i;

export const isPublicForge = (host: string): boolean => PUBLIC.test(host);
