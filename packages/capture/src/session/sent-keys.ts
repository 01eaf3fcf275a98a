/**
 * What a request signs in with. It is looked for in errors alone: some servers say back which key they were sent. Nothing of it is
 * kept anywhere.
 */
const HEADERS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'proxy-authorization'];
const IN_ADDRESS = /[?&](?:key|api[-_]?key|access_token|token)=([^&#]+)/gi;
/** What is shorter may be a word. */
const SHORTEST = 8;

/** `header` gives the value of a header by its name in small letters. */
export function sentKeys(header: (name: string) => unknown, address: string): string[] {
  const values = HEADERS.map((name) => header(name)).filter((value) => typeof value === 'string');
  const words = values.flatMap((value) => value.split(/\s+/)).filter((word) => !/^(bearer|basic)$/i.test(word));
  const keys = [...address.matchAll(IN_ADDRESS)].flatMap(([, key = '']) => [key, decoded(key)]);
  return [...words, ...keys].filter((word) => word.length >= SHORTEST);
}

export const withoutKeysSent = (text: string, keys: readonly string[]): string =>
  keys.reduce((left, key) => left.replaceAll(key, '[key]'), text);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
