/**
 * Texts in the user's role that no user wrote: the environment, instruction files, notices of the agent itself.
 * Since 0.15x each piece says what it is; before, only its opening tells.
 */
import { type Fields, fields, list, text } from './native.ts';

/** Tags that Codex puts around what it injects. */
const TAGS = new Set([
  'environment_context',
  'user_instructions',
  'INSTRUCTIONS',
  'permissions',
  'permissions instructions',
  'collaboration_mode',
  'collaboration_mode_instructions',
  'skills_instructions',
  'skill',
  'apps_instructions',
  'plugins_instructions',
  'recommended_plugins',
  'app-context',
  'turn_aborted',
  'user_action',
  'user_shell_command',
  'multi_agent_mode',
  'multi_agent_role',
  'model_switch',
  'personality_spec',
  'subagent_notification',
  'token_budget',
  'goal_context',
  'realtime_conversation',
  'hook_prompt',
]);
const OPENINGS = ['# AGENTS.md instructions', 'Another language model started to solve this problem'];

export function isInjected(said: string): boolean {
  if (said.charCodeAt(0) === 60) {
    const end = said.indexOf('>');
    if (end < 0 || end > 60) return false;
    const tag = said.slice(1, end);
    const space = tag.indexOf(' ');
    return TAGS.has(tag) || (space > 0 && TAGS.has(tag.slice(0, space)));
  }
  return OPENINGS.some((opening) => said.startsWith(opening));
}

/** For each piece of a message's content: whether a user wrote it, as far as the record says. */
export function kindsOf(payload: Fields): readonly unknown[] {
  return list(fields(payload['internal_chat_message_metadata_passthrough'])?.['content_item_kinds']);
}

export function isUsersOwn(said: string, kind: unknown): boolean {
  const known = text(kind);
  if (known !== undefined && known !== 'unknown') return known.startsWith('user.');
  return !isInjected(said);
}
