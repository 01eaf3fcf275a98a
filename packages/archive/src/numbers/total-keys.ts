/**
 * Some agents tell what a turn or the session used, not what each response did. Keys of such rows begin so, which makes
 * them a range of the table's own order.
 */
export const TOTAL = 'total ';

export const IS_TOTAL = `(response >= '${TOTAL}' AND response < 'total!')`;
