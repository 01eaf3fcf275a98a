/** Where a view of the page may lead: lists, search and statistics, and nothing outside the page. */
export const VIEW_ADDRESS = '^/(search|stats)?(\\?.*)?$';
