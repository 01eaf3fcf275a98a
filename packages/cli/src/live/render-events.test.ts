/** What a session that goes on looks like in a terminal. */
import { expect, it } from 'vitest';
import { TestHome } from '../testing/command.ts';

it('shows pictures and what nobody understood, a line each', () => {
  const home = new TestHome();
  try {
    expect(home.run(['run', 'mock', 'image']).out).toMatch(/^ {2}picture: image\/png\n$/);
    expect(home.run(['run', 'mock', 'unparsed']).out).toBe(
      '  It wrote something that is not in its protocol; `hansard show` has it.\n',
    );
  } finally {
    home.remove();
  }
});
