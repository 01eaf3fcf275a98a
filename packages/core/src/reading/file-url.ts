/** The path in a `file://` address; undefined for any other address. */
export function pathOfFileUrl(address: string): string | undefined {
  if (!address.startsWith('file://')) return undefined;
  const path = decoded(address.slice('file://'.length).replace(/[?#].*$/s, ''));
  return /^\/[A-Za-z]:[\\/]/.test(path) ? path.slice(1) : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
