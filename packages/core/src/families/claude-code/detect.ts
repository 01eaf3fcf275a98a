/**
 * Recognises Claude Code's files by their records. Others imitate them: iFlow copies the log's envelope, Qwen has
 * the same ids around Gemini's messages, and Amp and Qwen write streams of the same shape.
 */
import type { Head } from '../../adapters/contract.ts';
import { object, type Raw, text, word } from './native.ts';
import { SESSION_TYPES } from './session-records.ts';

const CERTAIN = 1;
const LIKELY = 0.7;
const FAINT = 0.3;

type Judge = (record: Raw) => number;

/** The strongest evidence among the first records; one record of another agent refutes it. */
function strongest(head: Head, judge: Judge): number {
  let best = 0;
  for (const record of head.records) {
    const evidence = judge(record);
    if (evidence < 0) return 0;
    if (evidence > best) best = evidence;
  }
  return best;
}

export const isLog = (head: Head): number => strongest(head, logEvidence);
export const isFlatLog = (head: Head): number => strongest(head, flatEvidence);
export const isStream = (head: Head): number => (head.wire ? 0 : strongest(head, streamEvidence));
export const isWire = (head: Head): number => (head.wire ? strongest(head, controlEvidence) : 0);

const MESSAGE_TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment', 'progress']);
/** Fields that no imitation has. */
const OWN_FIELDS = [
  'promptId',
  'entrypoint',
  'requestId',
  'slug',
  'toolUseID',
  'parentToolUseID',
  'sourceToolAssistantUUID',
];

function logEvidence(record: Raw): number {
  const type = text(record['type']);
  if (type === undefined) return 0;
  if (SESSION_TYPES.has(type)) return sessionLineEvidence(record, type);
  if (!MESSAGE_TYPES.has(type)) return 0;
  if (isImitation(record)) return -1;
  const message = object(record['message']);
  if (message === undefined && type !== 'system' && type !== 'attachment' && type !== 'progress') return 0;
  const placed = 'sessionId' in record && 'uuid' in record && ('parentUuid' in record || 'isSidechain' in record);
  if (placed) return OWN_FIELDS.some((field) => field in record) || isClaudeMessage(message) ? CERTAIN : LIKELY;
  if ('session_id' in record || 'parent_tool_use_id' in record) return 0;
  return message && 'content' in message && 'timestamp' in record ? FAINT : 0;
}

const isClaudeMessage = (message: Raw | undefined) =>
  word(message?.['id'])?.startsWith('msg_') === true || word(message?.['model'])?.startsWith('claude') === true;

function isImitation(record: Raw): boolean {
  const message = object(record['message']);
  return (
    'systemPayload' in record ||
    'usageMetadata' in record ||
    'toolCallResult' in record ||
    Array.isArray(message?.['parts']) ||
    word(message?.['id'])?.startsWith('response-') === true ||
    (record['type'] === 'user' && word(record['sessionId'])?.startsWith('session-') === true)
  );
}

function sessionLineEvidence(record: Raw, type: string): number {
  if (type === 'summary') return 'leafUuid' in record ? CERTAIN : 0;
  if (type === 'file-history-snapshot') return 'messageId' in record ? CERTAIN : 0;
  if (type === 'file-history-delta') return 'snapshotMessageId' in record ? CERTAIN : 0;
  if (type === 'started' || type === 'result') return 'key' in record && 'agentId' in record ? LIKELY : 0;
  if (type === 'mode' || type === 'tag' || type === 'relocated') return 'sessionId' in record ? LIKELY : 0;
  return 'sessionId' in record ? CERTAIN : 0;
}

const FLAT_TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'tool_use', 'tool_result', 'system']);

function flatEvidence(record: Raw): number {
  const type = text(record['type']);
  if (type === undefined || !FLAT_TYPES.has(type) || 'message' in record || 'uuid' in record) return 0;
  if (!('timestamp' in record) || !('session_id' in record)) return 0;
  if (type === 'tool_use') return 'tool_name' in record && 'tool_use_id' in record && 'input' in record ? LIKELY : 0;
  return 'content' in record && !('subtype' in record) ? LIKELY - 0.1 : 0;
}

function streamEvidence(record: Raw): number {
  const session = word(record['session_id']);
  if (session === undefined || session.startsWith('T-')) return session === undefined ? 0 : -1;
  const type = text(record['type']);
  if (type === 'system') return systemEvidence(record);
  if (type === 'result')
    return 'modelUsage' in record && 'permission_denials' in record && 'uuid' in record ? CERTAIN : 0;
  if (type !== 'user' && type !== 'assistant' && type !== 'stream_event') return 0;
  if (!('parent_tool_use_id' in record) || !('uuid' in record)) return 0;
  const message = object(record['message']) ?? object(object(record['event'])?.['message']);
  return isClaudeMessage(message) ? CERTAIN : FAINT;
}

function systemEvidence(record: Raw): number {
  const subtype = record['subtype'];
  if (subtype === 'init') return 'claude_code_version' in record || 'apiKeySource' in record ? CERTAIN : -1;
  if (!('uuid' in record)) return 0;
  return subtype === 'status' || subtype === 'compact_boundary' || subtype === 'hook_started' ? LIKELY : 0;
}

/** A recorded conversation in both directions. */
function controlEvidence(message: Raw): number {
  const type = text(message['type']);
  if (type === 'control_request') return object(message['request'])?.['subtype'] ? LIKELY : 0;
  if (type === 'control_response') return object(message['response'])?.['subtype'] ? LIKELY : 0;
  return streamEvidence(message);
}
