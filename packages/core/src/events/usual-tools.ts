/**
 * What kind of tool a name usually stands for. Agents call the same thing by many names; where an event is at hand its own
 * `tool.kind` says more. This is for sums over names alone.
 */
import type { ToolKind } from '../transcript.ts';

/** By names without case, blanks, dashes and underscores. */
const NAMES: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: [
    ...['bash', 'bashoutput', 'killbash', 'killshell', 'shell', 'shellcommand', 'powershell', 'execute', 'exec', 'cmd'],
    ...['execcommand', 'unifiedexec', 'localshell', 'localshellcall', 'runcommand', 'runcommands', 'writestdin'],
    ...['runterminalcmd', 'runterminalcommand', 'runshellcommand', 'executecommand', 'developershell', 'monitor'],
    ...['executebash', 'terminal', 'readbash', 'writebash', 'stopbash', 'listbash', 'containerexec'],
  ],
  read: [
    ...[
      'read',
      'readfile',
      'readfiles',
      'readmanyfiles',
      'view',
      'viewfile',
      'viewimage',
      'open',
      'cat',
      'notebookread',
    ],
    ...['listdir', 'listdirectory', 'listfiles', 'ls', 'openfile', 'getfile'],
  ],
  edit: [
    ...[
      'edit',
      'editfile',
      'multiedit',
      'applypatch',
      'patch',
      'replace',
      'strreplace',
      'searchreplace',
      'notebookedit',
    ],
    ...[
      'strreplaceeditor',
      'strreplacebasededittool',
      'replaceinfile',
      'applydiff',
      'insert',
      'insertcontent',
      'undoedit',
    ],
    ...['replacestringinfile', 'inserteditintofile', 'fileedit', 'delete', 'deletefile'],
  ],
  write: ['write', 'writefile', 'writetofile', 'create', 'createfile', 'filewrite', 'newfile'],
  search: [
    ...[
      'grep',
      'grepsearch',
      'grepfiles',
      'glob',
      'globfilesearch',
      'search',
      'searchfiles',
      'searchfilecontent',
      'rg',
    ],
    ...[
      'filesearch',
      'codebasesearch',
      'semanticsearch',
      'toolsearch',
      'finder',
      'find',
      'findfiles',
      'lsp',
      'searchcodebase',
    ],
  ],
  web: [
    'webfetch',
    'websearch',
    'fetch',
    'fetchurl',
    'fetchwebpage',
    'googlewebsearch',
    'readwebpage',
    'browseraction',
  ],
  task: [
    'task',
    'agent',
    'subagent',
    'spawnagent',
    'newtask',
    'taskoutput',
    'runsubagent',
    'invokesubagent',
    'delegate',
  ],
  todo: [
    'todowrite',
    'todoread',
    'updateplan',
    'updatetodolist',
    'writetodos',
    'taskcreate',
    'taskupdate',
    'managetodolist',
  ],
  question: ['askuserquestion', 'askfollowupquestion', 'askuser', 'requestuserinput', 'question'],
  plan: ['exitplanmode', 'enterplanmode', 'planmoderespond', 'presentplan'],
};

const KINDS: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.map((name) => [name, kind as ToolKind] as const)),
);

export function usualKind(name: string): ToolKind {
  if (/^mcp_/i.test(name)) return 'mcp';
  return KINDS.get(name.toLowerCase().replace(/[\s_-]/g, '')) ?? 'other';
}
