/** The numbers of the contract, from sums and rows of usage. */
import type { StoreNumbers } from '@hansard/core/store/numbers.ts';
import type { Sql } from '../database/sql.ts';
import { editedFileRows } from './numbers/edited-file-rows.ts';
import { hourRows } from './numbers/hour-rows.ts';
import { NumbersSql } from './numbers/numbers-sql.ts';
import { promptRows } from './numbers/prompt-rows.ts';
import { responseRows } from './numbers/response-rows.ts';
import { toolCallRows } from './numbers/tool-call-rows.ts';
import { toolUsageRows } from './numbers/tool-usage-rows.ts';
import { usageRows } from './numbers/usage-rows.ts';
import type { SessionIds } from './session-ids.ts';

export function storeNumbers(sql: Sql, ids: SessionIds): StoreNumbers {
  const numbers = new NumbersSql(sql, ids);
  return {
    models: async () => numbers.models(),
    extent: async () => numbers.extent(),
    usage: async (request) => usageRows(numbers, request),
    responses: async (selection) => responseRows(numbers, selection),
    toolUsage: async (request) => toolUsageRows(numbers, request),
    toolCalls: async (request) => toolCallRows(numbers, request),
    prompts: async (request) => promptRows(numbers, request),
    editedFiles: async (selection) => editedFileRows(numbers, selection),
    hours: async (timezone) => hourRows(numbers, timezone),
  };
}
