/** The server, as the page sees it: the one client through which everything is asked. The cookie says who asks. */
import { createClient } from '@hansard/client';

export const api = createClient({ baseUrl: '' });
