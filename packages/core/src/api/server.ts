/** What the server says of itself, of the archive and of the agents on the machine. */
import Type from 'typebox';
import { count, flag, oneOf, orNull, text, textOrNull, texts } from './fields.ts';
import { AgentCapabilities } from './live.ts';

export const Health = Type.Object(
  { status: Type.Literal('ok'), version: text('Version of Hansard') },
  { description: 'The server runs' },
);

export const LooksIn = Type.Object(
  {
    agent: text('Id of the agent'),
    label: text('Its name'),
    paths: texts('Where its sessions are looked for'),
    found: count('Files of sessions found there'),
  },
  { description: 'Where an agent keeps its sessions' },
);

export const Status = Type.Object(
  {
    version: text('Version of Hansard'),
    home: text('Folder of the archive'),
    sessions: count('Sessions in the archive'),
    events: count('Events in the archive'),
    bytes: count('Size of the archive’s file'),
    empty: flag('There is no session yet'),
    watching: flag('The agents’ files are watched'),
    syncing: orNull(
      Type.Object({ files: count('Files to look at'), done: count('Files looked at') }),
      'What is being read now',
    ),
    loopback: flag('The server can only be reached from this machine'),
    redacted: flag('Content goes through the privacy gate before it is sent'),
    profile: textOrNull('By which profile; null when it does not'),
    looksIn: Type.Array(LooksIn, { description: 'Where Hansard looks for sessions' }),
    runs: flag('Agents can be run here'),
    directories: texts('Where agents may work, for who may run them; the first is the usual one'),
    scopes: texts('What who asks may do'),
    timezone: text('Whose days numbers are grouped by'),
    hub: Type.Optional(
      Type.Object(
        {
          role: text('Role of the key that asks'),
          keyId: text('Its public id'),
          pseudonym: text('What others see of who has it'),
          signIn: flag('People can sign in by OpenID Connect'),
          name: textOrNull('By which the hub knows who asks; null for somebody who did not choose to be known'),
        },
        { description: 'On a hub: who asks' },
      ),
    ),
  },
  { description: 'The archive and the server' },
);
export type Status = Type.Static<typeof Status>;

export const Doctor = Type.Object(
  {
    attention: count('How many of the findings need attention'),
    whole: flag('All of the archive was read'),
    findings: Type.Array(
      Type.Object({
        check: text('Stable name of the check'),
        level: oneOf(['fine', 'note', 'attention'], 'Whether somebody has to do something'),
        message: text('What was found'),
        remedy: textOrNull('What to do'),
        details: texts('A few examples'),
      }),
      { description: 'What was looked at' },
    ),
  },
  { description: 'The health of the archive' },
);
export type Doctor = Type.Static<typeof Doctor>;

export const SettingList = Type.Object(
  {
    path: text('The file that settings are kept in'),
    settings: Type.Array(
      Type.Object({
        key: text('Name of the setting'),
        value: text('What holds, as it is written on the command line'),
        usual: text('What holds where nothing is set'),
        origin: oneOf(['flag', 'environment', 'file', 'default'], 'Where the value comes from'),
        description: text('What it does'),
        choices: texts('What it can be, where there are only so many'),
        changeable: flag('It can be changed here, and not on the command line alone'),
      }),
      { description: 'Every setting' },
    ),
  },
  { description: 'The settings, and where they come from' },
);
export type SettingList = Type.Static<typeof SettingList>;

export const NewSetting = Type.Object(
  { value: orNull(Type.String({ maxLength: 10_000 }), 'As on the command line; null takes the setting away') },
  { description: 'Another value of a setting' },
);

export const AgentList = Type.Object(
  {
    agents: Type.Array(
      Type.Object({
        id: text('Id of the agent'),
        label: text('Its name'),
        evidence: text('recorded, found, source or readers: how it is known that its files are read well'),
        found: count('Files of sessions on this machine'),
        sessions: count('Sessions in the archive'),
        installed: Type.Optional(flag('It can be run here, and its program was found')),
        path: Type.Optional(textOrNull('Its program')),
        permissionModes: Type.Optional(texts('What it may be allowed to do without asking')),
        capabilities: Type.Optional(AgentCapabilities),
      }),
      { description: 'Agents that can be read; those that can be run, where that is on, with what they can do' },
    ),
  },
  { description: 'Agents' },
);
export type AgentList = Type.Static<typeof AgentList>;

export const SampleAdded = Type.Object({ id: text('Id of the session') }, { description: 'The sample session' });
