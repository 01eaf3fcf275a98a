/** Exports, and what is needed to decide about one. */
import { formats } from '@hansard/core/formats/index.ts';
import { BUILT_IN } from '@hansard/core/privacy/profiles/built-in.ts';
import type { App } from '../app.ts';
import type { Handlers } from '../handler.ts';
import { exportSession } from './export.ts';
import { previewSession } from './preview.ts';

export const sharingHandlers: Handlers = {
  formats: () => ({ formats: writable() }),
  profiles: (app) => profilesOf(app),
  export: (app, { params, query, reply }) =>
    exportSession(app, reply, { id: params.id, to: query.to, options: query.with, profile: query.profile }),
  preview: (app, { params, query }) => previewSession(app, params.id, query.profile, query.limit ?? 200),
};

function writable() {
  return formats
    .filter((format) => (format.layout === 'file' ? format.write : format.writeFolder))
    .map(({ id, label, description, extension, mediaType, layout, options }) => ({
      id,
      label,
      description,
      extension,
      mediaType,
      layout,
      options: options.map((option) => ({ ...option })),
    }));
}

function profilesOf({ privacy }: App) {
  const profiles = privacy.names().map((name) => privacy.profile(name));
  return {
    chosen: privacy.chosen,
    profiles: profiles.map(({ name, purpose, local }) => ({
      name,
      purpose,
      local,
      builtIn: Object.hasOwn(BUILT_IN, name),
      allowed: !local || privacy.unredacted,
    })),
  };
}
