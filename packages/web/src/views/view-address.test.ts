import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/', search: '' });
vi.stubGlobal('history', { state: null });
const { addressToSee, viewAddress } = await import('./view-address.ts');

const at = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://page');
  return { path: pathname, query: searchParams };
};

describe('a view', () => {
  it.each([
    ['/', '/'],
    ['/?q=is%3Aerror&sort=oldest&open=a%2Cb', '/?q=is%3Aerror&sort=oldest'],
    ['/search?q=x&order=newest', '/search?q=x&order=newest'],
    ['/stats?q=x&range=7d&table=tools', '/stats?q=x&range=7d'],
    ['/s/abc?q=is%3Aerror&e=1&level=skim', '/?q=is%3Aerror'],
  ])('of %s is %s', (address, view) => {
    expect(viewAddress(at(address))).toBe(view);
  });

  it('of the list is seen beside the session that is open', () => {
    const session = at('/s/abc?e=1&q=old&open=x&sort=oldest');
    expect(addressToSee('/?q=new', session)).toBe('/s/abc?e=1&q=new');
    expect(addressToSee('/search?q=new', session)).toBe('/search?q=new');
    expect(addressToSee('/?q=new', at('/stats?q=y'))).toBe('/?q=new');
  });
});
