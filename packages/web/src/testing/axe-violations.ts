/** What axe finds wrong with a page as it is now. The page must have been opened with `bypassCSP`. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly nodes: { readonly html: string; readonly failureSummary: string }[];
}

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Contrast alone, for further themes of the same page. */
export const COLOURS = { type: 'rule', values: ['color-contrast'] };

export async function violations(page: Page, runOnly: unknown = EVERYTHING): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const result = (await page.evaluate(`axe.run(document, ${options})`)) as { violations: Violation[] };
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
