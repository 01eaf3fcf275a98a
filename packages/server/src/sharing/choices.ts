/** What exports can be made of: formats and privacy profiles. */
import type { FormatList, ProfileList } from '@hansard/core/api/sharing.ts';
import { formats } from '@hansard/core/formats/index.ts';
import type { Profile } from '@hansard/core/privacy/index.ts';
import { BUILT_IN } from '@hansard/core/privacy/profiles/built-in.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';

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
 * Who gets content through a profile may not choose a weaker one. Where it is shown as it is, a profile that takes nothing
 * out has to have been asked for.
 */
export function mayExportBy(
  { privacy }: Pick<App, 'privacy'>,
  only: Profile | null,
  { name, local }: Pick<Profile, 'name' | 'local'>,
): boolean {
  return only === null ? !local || privacy.unredacted : name === only.name;
}

export function profileChoices(app: App, content: Content): ProfileList {
  const { privacy } = app;
  const profiles = privacy.names().map((name) => {
    const { purpose, local } = privacy.profile(name);
    const allowed = mayExportBy(app, content.profile, { name, local });
    return { name, purpose, local, builtIn: Object.hasOwn(BUILT_IN, name), allowed };
  });
  // The user's own may name people and projects.
  const shown = profiles.filter(({ builtIn, allowed }) => content.profile === null || builtIn || allowed);
  return { chosen: content.profile?.name ?? privacy.chosen, profiles: shown };
}
