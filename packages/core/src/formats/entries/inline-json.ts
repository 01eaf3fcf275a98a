/** JSON on one line with a space after colons and commas, as people and Python write it. */
export function inlineJson(value: unknown): string {
  // Strings hold no raw newlines in JSON, so every newline here is layout.
  return (JSON.stringify(value, null, 1) ?? 'null').replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '');
}
