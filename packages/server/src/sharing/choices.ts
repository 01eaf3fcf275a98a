/** What exports can be made of: formats and privacy profiles. */
import type { FormatList, ProfileList } from '@hansard/core/api/sharing.ts';
import { formats } from '@hansard/core/formats/index.ts';
import type { Profile } from '@hansard/core/privacy/index.ts';
import { BUILT_IN } from '@hansard/core/privacy/profiles/built-in.ts';
import type { App } from '../app.ts';

export function formatChoices({ parquet }: App): FormatList {
  const writable = formats.filter(
    (format) =>
      (format.layout === 'file' ? format.write : format.writeFolder) && (parquet || format.extension !== 'parquet'),
  );
  return {
    formats: writable.map(({ id, label, description, extension, mediaType, layout, options }) => ({
      id,
      label,
      description,
      extension,
      mediaType,
      layout,
      options: options.map(({ values, ...option }) => ({ ...option, ...(values && { values: [...values] }) })),
    })),
  };
}

/**
 * Other machines get what the profile lets through that the server was started with, and may not choose a weaker one. On
 * this machine one that takes nothing out has to have been asked for.
 */
export function mayExportBy({ privacy, content }: Pick<App, 'privacy' | 'content'>, { name, local }: Profile): boolean {
  return content.profile === null ? !local || privacy.unredacted : name === content.profile;
}

export function profileChoices(app: App): ProfileList {
  const { privacy } = app;
  const profiles = privacy.names().map((name) => privacy.profile(name));
  return {
    chosen: privacy.chosen,
    profiles: profiles.map((profile) => ({
      name: profile.name,
      purpose: profile.purpose,
      local: profile.local,
      builtIn: Object.hasOwn(BUILT_IN, profile.name),
      allowed: mayExportBy(app, profile),
    })),
  };
}
