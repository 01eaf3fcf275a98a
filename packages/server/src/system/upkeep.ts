/** The health of the archive, and the settings: for those who administer the machine that the server runs on. */
import type { Doctor, SettingList } from '@hansard/core/api/server.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import type { Handlers } from '../handler.ts';
import { partOf } from '../parts.ts';

const WHAT = 'look after an archive';

export const upkeepHandlers: Handlers = {
  doctor: async (app, { query, content }) => {
    const whole = query.whole !== undefined && !['0', 'false'].includes(query.whole);
    const found = await partOf(app, 'upkeep', WHAT).doctor(whole);
    const findings = found.map(({ check, level, message, remedy = null, details = [] }) => ({
      ...{ check, level, message, remedy },
      details: [...details],
    }));
    const attention = findings.filter(({ level }) => level === 'attention').length;
    const doctor: Doctor = { attention, whole, findings };
    return content.answer(null, doctor);
  },
  settings: (app, { content }) => settingsOf(app, content),
  'change-setting': async (app, { params, body, content }) => {
    await partOf(app, 'upkeep', WHAT).change(params.key, body.value);
    return settingsOf(app, content);
  },
};

async function settingsOf(app: App, content: Content): Promise<SettingList> {
  const { path, settings } = await partOf(app, 'upkeep', WHAT).settings();
  const list = { path, settings: settings.map((one) => ({ ...one, choices: [...one.choices] })) };
  return content.answer(null, list);
}
