/** Options that several commands have. */
import type { OptionSpec } from '../../command-shape.ts';

export const JSON_OPTION: OptionSpec = { name: 'json', description: 'Print data as JSON instead of text for people.' };
export const AGENT_OPTION: OptionSpec = {
  name: 'agent',
  value: 'ID',
  completes: 'agent',
  description: 'Read it as this agent’s log, without detection; ID/DIALECT picks one of its formats.',
};
export const SESSION_OPTION: OptionSpec = {
  name: 'session',
  value: 'ID',
  description: 'Only the session with this id, if the input has several.',
};
export const TIMEZONE_OPTION: OptionSpec = {
  name: 'timezone',
  value: 'ZONE',
  description: 'Time zone of the clock times, such as Europe/Vienna or UTC; default: this machine’s.',
};
export const PROFILE_OPTION: OptionSpec = {
  name: 'profile',
  value: 'PROFILE',
  description: 'Privacy profile; `hansard profiles` lists them. Default: the setting `profile`, else strict.',
};
export const WITH_OPTION: OptionSpec = {
  name: 'with',
  value: 'OPTIONS',
  description: 'Options of the format, separated by commas, such as raw or indent=2.',
};
