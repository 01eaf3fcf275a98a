/** One address for a repository, however it was cloned: `https://host/owner/name`, without credentials. */

const SCP = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/;
const URL_PARTS = /^(?:git\+)?(https?|ssh|git):\/\/(?:[^@/\s]*@)?([^/:\s]+)(?::\d+)?\/(.+)$/i;

const LONGEST = 1000;

/** Undefined for what is no address on a network, such as a folder. */
export function canonicalUrl(remote: string): string | undefined {
  const text = remote.trim();
  if (text.length > LONGEST || /^[A-Za-z]:[\\/]/.test(text)) return undefined;
  const found = URL_PARTS.exec(text);
  const scp = found ? null : SCP.exec(text);
  const [host, path] = found ? [found[2], found[3]] : [scp?.[1], scp?.[2]];
  if (!host || !path || path.startsWith('.')) return undefined;
  const name = path
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/^\/+/, '');
  return name === '' ? undefined : `https://${host.toLowerCase()}/${name}`;
}
