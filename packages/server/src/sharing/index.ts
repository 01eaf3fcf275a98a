/** Exports, and what is needed to decide about one. Formats and rules are loaded when they are asked for. */
import type { Handlers } from '../handler.ts';

export const sharingHandlers: Handlers = {
  formats: async (app) => (await import('./choices.ts')).formatChoices(app),
  profiles: async (app, { content }) => (await import('./choices.ts')).profileChoices(app, content),
  export: async (app, { params, query, content, reply }) => {
    const { exportSession } = await import('./export.ts');
    return exportSession(app, content, reply, {
      id: params.id,
      to: query.to,
      options: query.with,
      profile: query.profile,
    });
  },
  preview: async (app, { params, query, content }) => {
    const { previewSession } = await import('./preview.ts');
    return previewSession(app, content, params.id, query.profile, query.limit ?? 200);
  },
};
