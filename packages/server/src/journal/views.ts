/** Views that are kept, over HTTP. What their user looks for is nobody else's business: other machines have none. */
import { adoptViewsFile, type SavedViews } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { App } from '../app.ts';
import type { Handlers } from '../handler.ts';

export const viewHandlers: Handlers = {
  views: (app) => ({ views: app.content.profile === null ? viewsOf(app).list() : [] }),
  'keep-view': (app, { params, body }) => ({
    views: viewsOf(app).keep({ name: params.name.trim(), address: body.address }),
  }),
  'remove-view': (app, { params }) => ({ views: viewsOf(app).remove(params.name) }),
};

function viewsOf({ archive, content }: App): SavedViews {
  if (content.profile === null) {
    adoptViewsFile(archive.home, archive.views);
    return archive.views;
  }
  throw new Failure('profile-local', 'Views are kept and shown on this machine only.', {
    remedy: 'Keep the address of the page as a bookmark.',
  });
}
