/**
 * What can be chosen for a session of the Agent Client Protocol: its mode, its model, how much it thinks. Agents offer it in lists of
 * their own (`modes`, `models`) or as options of the session, by category; what is offered in neither cannot be chosen.
 */
import { isObject, listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { NamedChoice } from '../contract.ts';
import { type RpcMessage, type RpcState, rpcRequest } from './json-rpc.ts';

export type Choice = 'mode' | 'model' | 'effort';

/** How a choice is made: by an option of that id, or by the method that is there for it. */
export interface Offered {
  readonly option?: string;
  readonly values: readonly NamedChoice[];
  readonly current?: string;
}

export type Choices = Partial<Record<Choice, Offered>>;

const CATEGORIES: Readonly<Record<string, Choice>> = { mode: 'mode', model: 'model', thought_level: 'effort' };
/** Of agents that name no category. */
const IDS: Readonly<Record<string, Choice>> = {
  ...CATEGORIES,
  reasoning_effort: 'effort',
  thinking_effort: 'effort',
  effort: 'effort',
};
const METHODS: Readonly<Partial<Record<Choice, readonly [method: string, field: string]>>> = {
  mode: ['session/set_mode', 'modeId'],
  model: ['session/set_model', 'modelId'],
};

/** From the answer that opens a session. The lists are older and count where both are there. */
export function choicesOf(result: RpcMessage): Choices {
  const { modes, models } = result;
  return {
    ...fromOptions(result['configOptions']),
    ...listed('mode', objectOf(modes), 'availableModes', 'id', 'currentModeId'),
    ...listed('model', objectOf(models), 'availableModels', 'modelId', 'currentModelId'),
  };
}

function listed(choice: Choice, from: RpcMessage, list: string, id: string, current: string): Choices {
  const values = named(from[list], id);
  const now = stringOf(from[current]);
  return values.length > 0 ? { [choice]: { values, ...(now === undefined ? {} : { current: now }) } } : {};
}

export function fromOptions(options: unknown): Choices {
  const found = listOf(options).flatMap((one) => {
    const { id, category, options: values, currentValue } = objectOf(one);
    const option = stringOf(id);
    const choice = CATEGORIES[stringOf(category) ?? ''] ?? IDS[option ?? ''];
    if (choice === undefined || option === undefined) return [];
    const current = stringOf(currentValue);
    const offered = { option, values: flat(values), ...(current === undefined ? {} : { current }) };
    return [[choice, offered] as const];
  });
  // Of several of one kind the first is the one that counts.
  return Object.fromEntries(found.toReversed());
}

/** Values may stand in groups. */
const flat = (values: unknown): NamedChoice[] =>
  listOf(values).flatMap((one) =>
    isObject(one) && Array.isArray(one['options']) ? flat(one['options']) : named([one], 'value'),
  );

const named = (list: unknown, key: string): NamedChoice[] =>
  listOf(list).flatMap((one) => {
    const id = stringOf(objectOf(one)[key]);
    return id === undefined ? [] : [{ id, name: stringOf(objectOf(one)['name']) ?? id }];
  });

/** Undefined where the agent does not offer it. */
export function choose(
  rpc: RpcState,
  session: string | undefined,
  offered: Choices,
  choice: Choice,
  value: string,
  more = 0,
) {
  const known = offered[choice];
  const [method, field] = METHODS[choice] ?? [];
  const common = { sessionId: session };
  if (known?.option !== undefined)
    return rpcRequest(rpc, 'session/set_config_option', { ...common, configId: known.option, value }, more);
  return known && method && field ? rpcRequest(rpc, method, { ...common, [field]: value }, more) : undefined;
}
