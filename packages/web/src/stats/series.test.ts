import { expect, it } from 'vitest';
import { type Series, seriesCsv, seriesJson } from './series.ts';

const series: Series = {
  id: 'models',
  title: 'Models',
  rowName: 'Model',
  columns: [
    { key: 'costMicroUsd', name: 'Cost', text: String },
    { key: 'tokens', name: 'Tokens', text: String },
  ],
  rows: [
    { label: 'one', values: { costMicroUsd: 1_250_000, tokens: 10 } },
    { label: '=HYPERLINK("x","y")', values: { costMicroUsd: null, tokens: 5 }, note: 'no price' },
  ],
};

it('writes dollars, and nothing where there is no price', () => {
  expect(seriesCsv(series)).toBe('model,costUsd,tokens\r\none,1.25,10\r\n"\'=HYPERLINK(""x"",""y"")",,5\r\n');
  expect(JSON.parse(seriesJson(series)).rows).toEqual([
    { model: 'one', costUsd: 1.25, tokens: 10 },
    { model: '=HYPERLINK("x","y")', costUsd: null, tokens: 5, note: 'no price' },
  ]);
});
