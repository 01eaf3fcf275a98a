/**
 * Finds a model's price by its id as agents write it. Exact: the id, a known spelling of it, or either behind a
 * provider's prefix, before a date or a context mark. Everything else is an estimate: the next older sibling of an
 * unknown minor version, a known id with an unknown tail, or a reseller's price for a bare id. Nothing is guessed across
 * sizes: `gpt-5-codex-mini` is not priced as `gpt-5-codex`.
 */
export interface ModelMatch<Entry> {
  readonly entry: Entry;
  readonly exact: boolean;
}

export interface ModelIndex<Entry> {
  match(model: string): ModelMatch<Entry> | undefined;
}

/** Entries come in order of preference: the first that claims a name keeps it. */
export function indexModels<Entry>(entries: Iterable<readonly [names: readonly string[], Entry]>): ModelIndex<Entry> {
  const byName = new Map<string, Entry>();
  const byTail = new Map<string, Entry>();
  const families = new Map<string, Sibling<Entry>[]>();
  for (const [names, entry] of entries) {
    for (const name of names) {
      if (!byName.has(name)) byName.set(name, entry);
      const tail = name.slice(name.indexOf('/') + 1);
      if (tail !== name && !byTail.has(tail)) byTail.set(tail, entry);
      const { family, version } = familyOf(tail);
      if (family) families.set(family, [...(families.get(family) ?? []), { version, entry }]);
    }
  }
  const estimate = (id: string) => olderSibling(families, id) ?? byPrefix(byName, id);
  return {
    match(model) {
      const names = spellingsOf(model);
      for (const { id, exact } of names) {
        const entry = byName.get(id);
        if (entry) return { entry, exact };
      }
      for (const { id } of names) {
        const entry = byTail.get(id) ?? estimate(id);
        if (entry) return { entry, exact: false };
      }
      return undefined;
    },
  };
}

interface Spelling {
  readonly id: string;
  readonly exact: boolean;
}

const LONGEST_ID = 200;

/** The id as written, without marks and date, and without what stands before it. A cloud's id is not the maker's price. */
function spellingsOf(model: string): Spelling[] {
  const id = model
    .trim()
    .slice(0, LONGEST_ID)
    .toLowerCase()
    .replace(/\[[^\]]*\]$/, '');
  const forms = new Map<string, boolean>();
  const add = (form: string, exact: boolean) => {
    for (const name of [form, withoutDate(form)]) if (name && !forms.has(name)) forms.set(name, exact);
  };
  add(id, true);
  for (let at = id.indexOf('/'); at >= 0; at = id.indexOf('/', at + 1)) add(id.slice(at + 1), true);
  const cloud = /(?:^|[./])(?:anthropic|openai)\.(.+?)(?:-v\d+(?::\d+)?)?$/.exec(id)?.[1];
  if (cloud) add(cloud, false);
  return [...forms].map(([name, exact]) => ({ id: name, exact }));
}

function withoutDate(id: string): string {
  return id.replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d)$/, '');
}

interface Sibling<Entry> {
  readonly version: readonly number[];
  readonly entry: Entry;
}

/** `claude-opus-4-6` → family `claude-opus-#`, version 4, 6. */
function familyOf(id: string): { family?: string; version: readonly number[] } {
  const [, before, numbers, after] = /^(\D*)(\d{1,2}(?:[.-]\d{1,2}(?!\w))*)(?![\da-z])(.*)$/.exec(id) ?? [];
  if (!before || !numbers) return { version: [] };
  return { family: `${before}#${after}`, version: numbers.split(/[.-]/).map(Number) };
}

/** The newest known version below an unknown one, of the same major version: prices change tenfold between those. */
function olderSibling<Entry>(families: Map<string, Sibling<Entry>[]>, id: string): Entry | undefined {
  const { family, version } = familyOf(id);
  let best: Sibling<Entry> | undefined;
  for (const sibling of families.get(family ?? '') ?? []) {
    if (sibling.version[0] !== version[0] || compare(sibling.version, version) > 0) continue;
    if (!best || compare(sibling.version, best.version) > 0) best = sibling;
  }
  return best?.entry;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const OTHER_SIZE = /mini|nano|lite|flash|small|medium|large|pro|max|ultra|turbo|fast|speed|air|image|audio|tts|free|\d/;

/** The longest known id that the unknown one goes on from, unless the rest says that it is another size or version. */
function byPrefix<Entry>(byName: Map<string, Entry>, id: string): Entry | undefined {
  for (let at = id.length - 1; at > 0; at--) {
    if (!'-.:@_'.includes(id[at] as string)) continue;
    if (OTHER_SIZE.test(id.slice(at))) return undefined;
    const entry = byName.get(id.slice(0, at));
    if (entry) return entry;
  }
  return undefined;
}
