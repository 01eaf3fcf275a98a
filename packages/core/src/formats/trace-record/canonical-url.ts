/** One address for a repository, however it was cloned: `https://host/owner/name`. */

const SCP = /^(?:[\w.-]+@)?([\w.-]+\.[\w-]+):(?!\/)([^\s]+)$/;
const URL_FORM = /^(?:https?|ssh|git):\/\/(?:[^@/\s]+@)?([\w.-]+)(?::\d+)?\/([^\s]+)$/;
const LONGEST = 1000;

/** Undefined for what is no address of a host, such as a folder. */
export function canonicalUrl(remote: string): string | undefined {
  const trimmed = remote.trim();
  if (trimmed.length > LONGEST) return undefined;
  const [, host, path] = URL_FORM.exec(trimmed) ?? SCP.exec(trimmed) ?? [];
  const bare = path
    ?.replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/^\/+/, '');
  return host && bare ? `https://${host.toLowerCase()}/${bare}` : undefined;
}
