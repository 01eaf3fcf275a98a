/** Values that the browser remembers for this reader. Where it refuses, as for some files, they last as long as the page. */
export function keptValue(name: string): string | null {
  try {
    return localStorage.getItem(`hansard.${name}`);
  } catch {
    return null;
  }
}

export function keepValue(name: string, value: string): void {
  try {
    localStorage.setItem(`hansard.${name}`, value);
  } catch {
    // Full, or switched off.
  }
}
