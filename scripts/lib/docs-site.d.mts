/** Path on the site to content, and what is wrong with links. */
export function docsSite(): { files: Record<string, string | Uint8Array>; faults: string[] };
