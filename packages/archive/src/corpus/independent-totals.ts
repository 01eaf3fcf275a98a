/**
 * Token totals computed a second time, straight from the lines and by rules of their own, to check the adapters
 * against. Undefined where there is no such rule for the agent or the file.
 */
interface Totals {
  input: number;
  output: number;
}

export function independentTotals(agent: string, text: string): Totals | undefined {
  const rule = RULES[agent];
  return rule?.(recordsOf(text));
}

// biome-ignore lint/suspicious/noExplicitAny: real logs of many versions
type Native = any;

const RULES: Record<string, (records: Native[]) => Totals | undefined> = {
  'copilot-cli': usageRecordsOrShutdown,
  'claude-code': lastUsageOfEachMessage,
  codex: differencesOfTotals,
  pi: usageOfEntries,
};

/** One message spans several lines; the last line has the final numbers. */
function lastUsageOfEachMessage(records: Native[]): Totals {
  const usages = new Map<string, Native>();
  for (const [i, { type, message }] of records.entries()) {
    if (type === 'assistant' && message?.usage) usages.set(message.id ?? `line ${i}`, message.usage);
  }
  // The file is read alone: what its subagents spent stands in their progress.
  for (const [i, { type, data }] of records.entries()) {
    const told = type === 'progress' ? data?.message?.message : undefined;
    if (told?.usage && !usages.has(told.id)) usages.set(told.id ?? `progress ${i}`, told.usage);
  }
  const totals = { input: 0, output: 0 };
  for (const usage of usages.values()) {
    const { input_tokens = 0, cache_creation_input_tokens = 0, cache_read_input_tokens = 0, output_tokens = 0 } = usage;
    totals.input += (input_tokens ?? 0) + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
    totals.output += output_tokens ?? 0;
  }
  return totals;
}

/**
 * Totals only grow; a repeat adds nothing. A fall is a new beginning, unless it goes on from an earlier total. Files that
 * embed another session have no rule.
 */
function differencesOfTotals(records: Native[]): Totals | undefined {
  const metas = new Set(records.filter(({ type }) => type === 'session_meta').map(({ payload }) => payload?.id));
  if (metas.size > 1) return undefined;
  const totals = { input: 0, output: 0 };
  // A fork that points into another file goes on counting from that file's totals.
  let continues = records.some(({ payload }) => payload?.history_base);
  let before = { input: 0, output: 0 };
  const seen = new Set<string>();
  for (const { payload } of records) {
    const info = payload?.type === 'token_count' ? payload.info : undefined;
    if (!info?.total_token_usage) continue;
    const { input_tokens: input, output_tokens: output } = info.total_token_usage;
    const last = info.last_token_usage;
    const base = { input: input - (last?.input_tokens ?? 0), output: output - (last?.output_tokens ?? 0) };
    const fell = input < before.input || output < before.output;
    if (continues || (fell && seen.has(`${base.input} ${base.output}`))) before = base;
    else if (fell) before = { input: 0, output: 0 };
    continues = false;
    seen.add(`${input} ${output}`);
    totals.input += input - before.input;
    totals.output += output - before.output;
    before = { input, output };
  }
  return totals;
}

/** Each response and each compaction once. */
function usageOfEntries(records: Native[]): Totals {
  const totals = { input: 0, output: 0 };
  for (const { message, usage = message?.usage } of records) {
    if (!usage) continue;
    totals.input += (usage.input ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
    totals.output += usage.output ?? 0;
  }
  return totals;
}

/** A record for each response where there are any; else the totals at shutdown, and what came after them. */
function usageRecordsOrShutdown(records: Native[]): Totals | undefined {
  const uses = records.filter(({ type }) => type === 'session.usage_record').map(({ data }) => data.usage);
  if (uses.length > 0) return sumUp(uses);
  const shutdowns = records.filter(({ type }) => type === 'session.shutdown');
  if (shutdowns.length > 1) return undefined;
  const after = records.slice(records.indexOf(shutdowns[0]) + 1);
  const { modelMetrics = {}, tokenDetails = {} } = shutdowns[0]?.data ?? {};
  const models = Object.values<Native>(modelMetrics).flatMap(({ usage }) => usage ?? []);
  const { input, output, cache_read, cache_write } = tokenDetails;
  const details = [input, cache_read, cache_write].map((detail) => ({ inputTokens: detail?.tokenCount }));
  const known = models.length > 0 ? models : [...details, { outputTokens: output?.tokenCount }];
  const responses = after.map(({ data }) => data?.compactionTokensUsed ?? { outputTokens: data?.outputTokens });
  return sumUp([...known, ...responses]);
}

function sumUp(usages: Native[]): Totals {
  const totals = { input: 0, output: 0 };
  for (const { inputTokens = 0, outputTokens = 0 } of usages) {
    totals.input += inputTokens;
    totals.output += outputTokens;
  }
  return totals;
}

/** How many records a log holds: one a line, but for the glued ones. */
export function recordsIn(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + splitGlued(line).length, 0);
}

function recordsOf(text: string): Native[] {
  return text
    .split('\n')
    .flatMap((line) => splitGlued(line))
    .flatMap((piece) => {
      try {
        const value = JSON.parse(piece);
        return typeof value === 'object' && value !== null ? [value] : [];
      } catch {
        return [];
      }
    });
}

/** The glued lines of the corpus all join two whole records that begin with one of these. */
function splitGlued(line: string): string[] {
  if (line.trim() === '') return [];
  try {
    JSON.parse(line);
    return [line];
  } catch {
    return line.split(/(?<=\})(?=\{"(?:timestamp|parentUuid|type|message|uuid)")/);
  }
}
