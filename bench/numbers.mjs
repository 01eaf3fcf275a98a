/**
 * Tokens and money against the truth and against other programs, and how long a daily report takes.
 * Targets: on logs with forks, resumed sessions, growing numbers and subagents, tokens by day and model are equal to
 * ccusage's and codeburn's, or a named rule says why not; money is equal to an independent calculation from the price
 * table; a daily report from the archive is at least 20 times faster than ccusage on the same logs (1 GiB, or
 * HANSARD_BENCH_MIB).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { table } from './table.mjs';
import { writeUsageCases } from './usage-cases.mjs';
import { ccusageTokens, codeburnTokens, environment, installPeers, timed } from './usage-peers.mjs';
import { RULES, ruleFor } from './usage-rules.mjs';

const MIB = Number(process.env.HANSARD_BENCH_MIB ?? 1024);
const ROUNDS = 5;

export async function numbersTable({ root, scratch }) {
  const peers = installPeers(scratch);
  const cli = path.join(root, 'packages/cli/bin/hansard.js');
  const equal = await equalityTables({ root, scratch, cli, peers });
  return equal + speedTable({ root, scratch, cli, peers }) + (peers.missing ? `\n${peers.missing}\n` : '');
}

async function equalityTables({ root, scratch, cli, peers }) {
  const home = path.join(scratch, 'usage-home');
  const { truth, cases } = writeUsageCases(home);
  const env = environment(home, { HANSARD_HOME: path.join(scratch, 'usage-archive') });
  execFileSync(process.execPath, [cli, 'sync'], { env, stdio: 'ignore' });
  const report = JSON.parse(execFileSync(process.execPath, [cli, 'cost', '--by', 'day,model', '--json'], { env }));
  const days = [...new Set(truth.map(({ time }) => dayOf(time)))];
  const counted = {
    hansard: new Map(report.groups.map(({ day, model, tokens }) => [`${day} ${model}`, fourOf(tokens)])),
    ...(peers.ccusage && { ccusage: ccusageTokens(peers.ccusage, home) }),
    ...(peers.codeburn && { codeburn: codeburnTokens(peers.codeburn, home, days) }),
  };
  return tokensTable(truth, cases, counted) + (await moneyTable(root, truth, report));
}

const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
const fourOf = (tokens) => [
  tokens.input,
  tokens.output + tokens.reasoning,
  tokens.cacheRead,
  tokens.cacheWrite5m + tokens.cacheWrite1h,
];

function tokensTable(truth, cases, counted) {
  const used = truthBy(truth);
  const rules = new Set();
  let unexplained = 0;
  const rows = [...used].map(([key, sums]) => {
    const [day, model] = key.split(' ');
    const said = Object.entries(counted).map(([program, numbers]) => {
      const { text, rule } = compared(sums, numbers.get(key), numbers.get(`${dayAfter(day)} ${model}`));
      if (rule) rules.add(rule);
      if (text === 'UNEXPLAINED') unexplained++;
      return [program, program === 'hansard' && rule ? 'WRONG' : text];
    });
    const name = cases.find((one) => one.day === day)?.name;
    return { case: name, day, model, tokens: sums.slice(0, 4).reduce((a, b) => a + b), ...Object.fromEntries(said) };
  });
  const wrong = rows.filter(({ hansard }) => hansard !== '=').length;
  const lines = [...rules].map((rule) => `  ${rule}: ${RULES[rule].says}`);
  const title = `Tokens by day (UTC) and model, four sums each: ${wrong} of ours differ from the truth, ${unexplained} of others are unexplained`;
  return `${table(title, rows)}${lines.join('\n')}\n`;
}

/** The four sums, and the reasoning in the output. */
function truthBy(truth) {
  const sums = new Map();
  for (const { model, time, tokens } of truth) {
    const [input, output, read, write5m, write1h, reasoning] = tokens;
    const more = [input, output + reasoning, read, write5m + write1h, reasoning];
    const before = sums.get(`${dayOf(time)} ${model}`) ?? [0, 0, 0, 0, 0];
    sums.set(
      `${dayOf(time)} ${model}`,
      before.map((sum, n) => sum + more[n]),
    );
  }
  return sums;
}

const dayAfter = (day) => dayOf(Date.parse(day) + 86_400_000);

function compared(sums, other, next) {
  if (other && sums.slice(0, 4).every((sum, n) => sum === other[n])) return { text: '=' };
  const rule = ruleFor(sums, other, next);
  if (!rule) return { text: 'UNEXPLAINED' };
  return { text: rule, rule };
}

/** Response by response, straight from the price table, sharing no code with the reports. */
async function moneyTable(root, truth, report) {
  const { snapshot } = await import(pathToFileURL(path.join(root, 'packages/core/dist/usage/prices.gen.js')));
  const pico = new Map();
  for (const response of truth) {
    const key = `${dayOf(response.time)} ${response.model}`;
    pico.set(key, (pico.get(key) ?? 0n) + costOf(snapshot, response));
  }
  const ours = new Map(report.groups.map(({ day, model, costMicroUsd }) => [`${day} ${model}`, costMicroUsd]));
  const differ = [...pico].filter(([key, cost]) => microUsd(cost) !== ours.get(key)).length;
  const all = [...pico.values()].reduce((sum, cost) => sum + cost, 0n);
  const rows = [
    { calculated: 'independently', 'micro-dollars': microUsd(all), 'days and models that differ': '' },
    { calculated: 'by hansard', 'micro-dollars': report.total.costMicroUsd, 'days and models that differ': differ },
  ];
  return table(`Money, by prices of ${snapshot.date}`, rows);
}

const microUsd = (pico) => Number((pico + 500_000n) / 1_000_000n);

function costOf(snapshot, { model, time, tokens }) {
  const bare = model.replace(/-20\d{6}$/, '');
  const [, , periods] = snapshot.models.find(([id, names]) =>
    [id, ...names].some((name) => name === model || name === bare),
  );
  const [tiers] = periods.findLast(([, from = '']) => from <= dayOf(time)) ?? periods[0];
  const [input, output, read, write5m, write1h, reasoning] = tokens;
  const [, rates] = tiers.findLast(([above]) => input + read + write5m + write1h > above) ?? tiers[0];
  const [inputRate, outputRate, readRate = inputRate, write5mRate = inputRate, write1hRate = write5mRate] = rates;
  const cost = input * inputRate + (output + reasoning) * outputRate + read * readRate;
  return BigInt(cost + write5m * write5mRate + write1h * write1hRate);
}

function speedTable({ root, scratch, cli, peers }) {
  const generator = path.join(root, '../shared/tools/generate-logs.mjs');
  if (!existsSync(generator)) return '\nDaily report: skipped, there is no ../shared/tools/generate-logs.mjs\n';
  const home = path.join(scratch, 'sync-home');
  const env = environment(home, { HANSARD_HOME: path.join(scratch, 'sync-archive') });
  if (!existsSync(home)) spawnSync(process.execPath, [generator, home, String(MIB)], { stdio: 'ignore' });
  execFileSync(process.execPath, [cli, 'sync'], { env, stdio: 'ignore' });
  const commands = {
    'node -e 0': [process.execPath, '-e', '0'],
    'hansard cost': [process.execPath, cli, 'cost'],
    'hansard cost --sync': [process.execPath, cli, 'cost', '--sync'],
    'hansard stats --by tool': [process.execPath, cli, 'stats', '--by', 'tool'],
    ...(peers.ccusage && { 'ccusage daily': [...peers.ccusage, 'daily', '--offline'] }),
    ...(peers.codeburn && { 'codeburn, warm': [...peers.codeburn, 'models', '-p', 'all', '--format', 'json'] }),
  };
  const cold = peers.codeburn && timed(commands['codeburn, warm'], env);
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, command] of Object.entries(commands)) times[name].push(timed(command, env));
  }
  const ours = median(times['hansard cost'], 'cpu');
  const row = (name, runs) => ({
    command: name,
    'CPU s': median(runs, 'cpu').toFixed(2),
    'wall s': median(runs, 'wall').toFixed(2),
    'CPU / hansard cost': (median(runs, 'cpu') / ours).toFixed(1),
  });
  const rows = [
    ...Object.entries(times).map(([name, runs]) => row(name, runs)),
    ...(cold ? [row('codeburn, cold', [cold])] : []),
  ];
  return (
    firstTable({ scratch, home, cli, peers }) +
    table(
      `Daily report over ${MIB} MiB of logs, median of ${ROUNDS}, interleaved; target: ccusage at least 20 times ours`,
      rows,
    )
  );
}

/** On a machine that was never synced: each time without an archive. */
function firstTable({ scratch, home, cli, peers }) {
  const archive = path.join(scratch, 'never-synced');
  const env = environment(home, { HANSARD_HOME: archive });
  const commands = {
    ...(peers.ccusage && { 'ccusage daily': [...peers.ccusage, 'daily', '--offline'] }),
    'hansard cost, first': [process.execPath, cli, 'cost'],
    ...(peers.ccusage && { 'ccusage blocks': [...peers.ccusage, 'blocks', '--offline'] }),
    'hansard blocks, first': [process.execPath, cli, 'blocks'],
  };
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, command] of Object.entries(commands)) {
      rmSync(archive, { recursive: true, force: true });
      times[name].push(timed(command, env));
    }
  }
  const theirs = times['ccusage daily'] && median(times['ccusage daily'], 'cpu');
  const rows = Object.entries(times).map(([name, runs]) => ({
    command: name,
    'CPU s': median(runs, 'cpu').toFixed(2),
    'wall s': median(runs, 'wall').toFixed(2),
    'CPU / ccusage daily': theirs ? (median(runs, 'cpu') / theirs).toFixed(2) : '-',
  }));
  return table(
    `First report over ${MIB} MiB of logs without an archive, median of ${ROUNDS}; target: at most 1.5`,
    rows,
  );
}

const median = (runs, what) => runs.map((run) => run[what]).sort((a, b) => a - b)[runs.length >> 1];
