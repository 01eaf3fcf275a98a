import { expect, it } from 'vitest';
import { resumeCommand } from './resume-command.ts';

const agent = { resume: 'agent --resume {id}' };

it('is the agent’s own, in the folder of the project', () => {
  expect(resumeCommand(agent, 'abc-1')).toBe('agent --resume abc-1');
  expect(resumeCommand(agent, 'abc-1', '/home/dev/my app')).toBe("cd '/home/dev/my app' && agent --resume abc-1");
});

it('cannot be made to run something else', () => {
  expect(resumeCommand(agent, "x'; rm -rf $HOME; '", '$(reboot)')).toBe(
    `cd '$(reboot)' && agent --resume 'x'\\''; rm -rf $HOME; '\\'''`,
  );
  expect(resumeCommand(agent, '--dangerous')).toBe("agent --resume '--dangerous'");
});

it('leaves the home folder to the shell', () => {
  expect(resumeCommand(agent, 'abc', '~/repo')).toBe('cd ~/repo && agent --resume abc');
  expect(resumeCommand(agent, 'abc', '~/my repo')).toBe("cd ~/'my repo' && agent --resume abc");
});

it('is not there where the agent has none', () => {
  expect(resumeCommand({}, 'abc')).toBeUndefined();
  expect(resumeCommand(agent, null)).toBeUndefined();
});
