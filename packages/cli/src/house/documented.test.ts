/** Whatever a user can meet is documented: the lists in the code are the lists in docs/. */
import { adapters, PROBLEM_KINDS } from '@hansard/core';
import { FAILURES } from '@hansard/core/failure.ts';
import { describe, expect, it } from 'vitest';
import { commands } from '../commands/index.ts';
import { settings } from '../settings.ts';
import { readText, repositoryFiles } from '../testing/repository.ts';

const LISTS: Record<string, readonly string[]> = {
  'docs/agents.md': adapters.map(({ id }) => id),
  'docs/problems.md': Object.keys(PROBLEM_KINDS),
  'docs/errors.md': Object.keys(FAILURES),
  'docs/settings.md': settings.flatMap(({ key, env }) => [key, env]),
  'docs/commands.md': commands.flatMap(({ name, options }) => [
    `hansard ${name}`,
    ...options.map((option) => `--${option.name}`),
  ]),
};

describe.each(Object.entries(LISTS))('%s', (page, names) => {
  it('has an entry for each that the code knows', () => {
    const text = readText(page);
    expect(names.filter((name) => !mentions(text, name))).toEqual([]);
  });
});

it('lists every decision', () => {
  const pages = repositoryFiles().filter((path) => /^docs\/decisions\/\d.*\.md$/.test(path));
  const list = readText('docs/decisions/README.md');
  expect(
    pages.map((path) => path.replace('docs/decisions/', '')).filter((name) => !list.includes(`(${name})`)),
  ).toEqual([]);
});

it('links only to what is there', () => {
  const files = new Set(repositoryFiles());
  const pages = [...files].filter((path) => path.endsWith('.md') && !path.includes('/fixtures/'));
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((target) => !exists(files, target))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it('draws only what is there', () => {
  const files = new Set(repositoryFiles());
  const packages = [...files].flatMap((path) => /^packages\/(\w+)\/package\.json$/.exec(path)?.[1] ?? []).join('|');
  const named = [...readText('ARCHITECTURE.md').matchAll(new RegExp(`\`((?:${packages})/[\\w./-]+)\``, 'g'))];
  const places = named.map(([, place]) => `packages/${place}`);
  expect(places.length).toBeGreaterThan(30);
  expect(places.filter((place) => !exists(files, place))).toEqual([]);
});

/** As a word of its own: `--all` is not mentioned by `--allow`. */
function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w-])${name.replaceAll('.', '\\.')}(?![\\w-])`).test(text);
}

/** Relative links of a page, as paths from the root. */
function linksOf(page: string): string[] {
  const links = [...readText(page).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] as string);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => new URL(link, `file:///${page}`).pathname.slice(1));
}

function exists(files: ReadonlySet<string>, target: string): boolean {
  const path = decodeURIComponent(target).replace(/\/$/, '');
  return files.has(path) || [...files].some((file) => file.startsWith(`${path}/`));
}
