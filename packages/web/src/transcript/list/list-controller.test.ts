import { describe, expect, it } from 'vitest';
import type { Rows } from '../model/row-order.ts';
import { ListController } from './list-controller.ts';

const rows = (...ids: number[]): Rows => ({ ids: Int32Array.from(ids), depths: new Uint8Array(ids.length) });
const show = (list: ListController, shown: Rows) => list.setRows(shown, () => 'tool_call', 'wide');

describe('a list of rows', () => {
  it('stays at its start while nobody went anywhere, whatever turns out to come first', () => {
    const list = new ListController();
    show(list, rows(-2));
    show(list, rows(1, 2, 3, -2, 4));
    expect(list.anchor).toBe(1);
  });

  it.each([
    ['gone to', (list: ListController) => list.goTo(-2)],
    ['opened', (list: ListController) => list.hold(-2)],
  ])('keeps the place of a row that was %s', (_, touch) => {
    const list = new ListController();
    show(list, rows(-2));
    touch(list);
    show(list, rows(1, 2, 3, -2, 4));
    expect(list.anchor).toBe(-2);
  });
});
