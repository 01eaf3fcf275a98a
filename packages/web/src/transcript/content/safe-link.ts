/** Addresses that a transcript may link to: pages and mail, nothing that runs or reads files. */
const ALLOWED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

export interface SafeLink {
  readonly href: string;
  /** What it leads to, for the reader to see before following it. */
  readonly target: string;
}

export function safeLink(address: string): SafeLink | undefined {
  if (!/^(https?|mailto):/i.test(address.trim())) return undefined;
  try {
    const url = new URL(address.trim());
    if (!ALLOWED.has(url.protocol)) return undefined;
    // The browser's own reading of it: what is shown is where it leads.
    return { href: url.href, target: url.protocol === 'mailto:' ? url.pathname : url.host };
  } catch {
    return undefined;
  }
}
