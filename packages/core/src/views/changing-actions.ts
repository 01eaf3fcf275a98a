/** What is done to a file that leaves it another; reading is none of them. */
export const CHANGING_ACTIONS: readonly string[] = ['edit', 'write', 'patch', 'delete', 'rename'];
