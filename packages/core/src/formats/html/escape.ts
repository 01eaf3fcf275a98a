/** Text that anybody may have written, made safe to stand in HTML. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** In text and in quoted attributes. Control characters, which HTML does not allow, become their pictures. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (char) => ENTITIES[char] as string)
    .replaceAll(CONTROLS, (char) => String.fromCharCode(0x2400 + (char === '\x7f' ? 0x21 : char.charCodeAt(0))));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;
