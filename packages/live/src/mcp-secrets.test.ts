/** Variables of servers of tools reach the agent, and stand in no file of ours. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driverOf, drivers } from './drivers/index.ts';
import { expandedJson, valuesOf, withNames } from './mcp-secrets.ts';
import { LiveHome, ME } from './testing/live-home.ts';

const VALUE = 'quote " and \\ and a key 8f3e21';
const SERVER = { command: 'tools', args: ['serve'], env: { API_KEY: VALUE } };

/** Speaks enough of the protocol to be given servers of tools, and writes down what it was given. */
const AGENT = `
const { writeFileSync } = require('node:fs');
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === 'session/new') {
    writeFileSync('given.json', JSON.stringify(params.mcpServers));
    say({ id, result: { sessionId: 'own' } });
  } else if (method === 'session/prompt') {
    writeFileSync('said.json', JSON.stringify(params.prompt));
    say({ id, result: { stopReason: 'end_turn' } });
  }
});
`;

let home: LiveHome;
beforeAll(async () => {
  home = await LiveHome.make();
});
afterAll(() => home.remove());

it('are given to the agent by the holder, and only where servers are named', async () => {
  const script = join(home.path, 'agent.cjs');
  writeFileSync(script, AGENT);
  const daemon = await home.open({ agents: { acp: [process.execPath, script] }, mcp: { tools: SERVER } });
  await daemon.live.create('secret', { agent: 'acp', mcp: [{ name: 'tools' }] }, ME);
  const given = JSON.parse(readFileSync(join(home.work, 'given.json'), 'utf8'));
  expect(given).toEqual([
    { name: 'tools', command: 'tools', args: ['serve'], env: [{ name: 'API_KEY', value: VALUE }] },
  ]);
  const [named = ''] = Object.values(withNames('tools', SERVER).env ?? {});
  expect(home.wire('secret')).toContain(named);
  expect(home.wire('secret')).not.toContain('8f3e21');
  // A name in a message stays a name: nobody may ask for what it stands for.
  await daemon.live.send('secret', { message: `What is ${named}?` }, ME);
  await expect.poll(() => daemon.live.find('secret')?.status).toBe('idle');
  expect(readFileSync(join(home.work, 'said.json'), 'utf8')).toContain(named);
  await daemon.stop();
});

describe('names for values', () => {
  it('are no longer there where they are replaced in JSON, whatever the value holds', () => {
    const text = JSON.stringify({ servers: { tools: withNames('tools', SERVER) } });
    expect(text).not.toContain('8f3e21');
    expect(JSON.parse(expandedJson(text, valuesOf('tools', SERVER)))).toEqual({ servers: { tools: SERVER } });
    expect(expandedJson(text, {})).toBe(text);
  });

  it('differ for servers and variables that are called alike', () => {
    const names = [
      ['a-b', 'C'],
      ['a_b', 'C'],
      ['a', 'b_C'],
    ].map(
      ([server = '', variable = '']) => Object.keys(valuesOf(server, { command: 'x', env: { [variable]: '1' } }))[0],
    );
    expect(new Set(names).size).toBe(3);
  });

  it.each(drivers.filter(({ features }) => features.mcp))(
    'are all that $agent has among its arguments',
    ({ agent }) => {
      const options = { directory: '/w', session: 's', permissionMode: 'default' as const, files: {} };
      const launch = driverOf(agent)?.launch({ ...options, mcp: { tools: withNames('tools', SERVER) } });
      const isNamed = JSON.stringify(launch?.args).includes('HANSARD_MCP_');
      // What the agent gets as an argument it has to replace itself: everybody on the machine can see arguments.
      expect(launch?.expands === true).toBe(isNamed);
    },
  );
});
