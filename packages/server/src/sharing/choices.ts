/** What exports can be made of: formats and privacy profiles. */
import type { FormatList, ProfileList } from '@hansard/core/api/sharing.ts';
import { formats } from '@hansard/core/formats/index.ts';
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

export function profileChoices({ privacy }: App): ProfileList {
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
