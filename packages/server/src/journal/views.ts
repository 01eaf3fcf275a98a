/** Views that are kept, over HTTP. What their user looks for is nobody else's business: other machines have none. */
import { Failure } from '@hansard/core';
import type { StoreJournal } from '@hansard/core/store/journal.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Handlers } from '../handler.ts';
import { journalOf } from '../parts.ts';

export const viewHandlers: Handlers = {
  views: async (app, { content }) => ({ views: content.profile === null ? await ownViews(app, content).views() : [] }),
  'keep-view': async (app, { params, body, content }) => ({
    views: await ownViews(app, content).keepView({ name: params.name.trim(), address: body.address }),
  }),
  'remove-view': async (app, { params, content }) => ({ views: await ownViews(app, content).removeView(params.name) }),
};

function ownViews(app: App, content: Content): StoreJournal {
  if (content.profile === null) return journalOf(app);
  throw new Failure('profile-local', 'Views are kept and shown on this machine only.', {
    remedy: 'Keep the address of the page as a bookmark.',
  });
}
