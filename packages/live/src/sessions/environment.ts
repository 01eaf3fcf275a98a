/** The environment of an agent: names on a list, and nothing else of ours. Values are passed on and written nowhere. */
const USUAL = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_*',
  'TZ',
  'TMPDIR',
  'TERM',
  'XDG_*',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SSH_AUTH_SOCK',
  'SystemRoot',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
  'TEMP',
  'TMP',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

export function environmentFor(names: readonly string[], from: Environment): Record<string, string> {
  const allowed = [...USUAL, ...names];
  const chosen = Object.entries(from).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && allowed.some((name) => fits(entry[0], name)),
  );
  return Object.fromEntries(chosen);
}

const fits = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
