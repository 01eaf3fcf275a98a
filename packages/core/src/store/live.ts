/**
 * Agents that are run: what the server asks of whoever runs them. Injected where that is on, because it starts programs.
 * Sessions are named by the id that whoever created them chose; what they say is in the store as that of any other.
 */
import type {
  AgentModels,
  AgentModes,
  LiveAgent,
  LiveCreate,
  LiveCreated,
  LiveMessage,
  LiveSession,
  LiveSettings,
  MessageTaken,
  PendingItem,
  PermissionReply,
} from '../api/live.ts';
import type { SessionId } from './sessions.ts';

/** Who does something, and from where: it is recorded. */
export interface Actor {
  readonly by: string;
  readonly via: string;
}

export interface LiveControl {
  /** Where agents may work; the first is taken where none is asked for. */
  readonly directories: readonly string[];
  agents(): Promise<readonly LiveAgent[]>;
  modes(agent: string): Promise<AgentModes>;
  models(agent: string): Promise<AgentModels>;
  /** Fails with `session-exists` when there is another one of that id. */
  create(id: string, session: LiveCreate, actor: Actor): Promise<LiveCreated>;
  /** The session of that id, or of that id in the store; undefined when it is not run here. */
  find(id: string): LiveSession | undefined;
  list(): readonly LiveSession[];
  /** The session's id in the store, once something of it is there. */
  stored(id: string): Promise<SessionId | undefined>;
  /** The id that was chosen for a session of the store; undefined when it is not run here. */
  chosen(session: SessionId): string | undefined;
  send(id: string, message: LiveMessage, actor: Actor): Promise<MessageTaken>;
  cancelMessage(id: string, message: string, actor: Actor): Promise<void>;
  replyPermission(id: string, permission: string, reply: PermissionReply, actor: Actor): Promise<void>;
  replyQuestion(id: string, question: string, answers: readonly (readonly string[])[], actor: Actor): Promise<void>;
  rejectQuestion(id: string, question: string, actor: Actor): Promise<void>;
  interrupt(id: string, actor: Actor): Promise<void>;
  settings(id: string, change: LiveSettings, actor: Actor): Promise<void>;
  resume(id: string, actor: Actor): Promise<LiveCreated>;
  fork(id: string, as: string, actor: Actor): Promise<LiveCreated>;
  /** Done when nothing of it runs any more; what has ended stays so. */
  terminate(id: string, actor: Actor): Promise<void>;
  /** Everything that waits for a person. */
  pending(): Promise<readonly PendingItem[]>;
}
