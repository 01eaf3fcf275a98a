/** `@hansard/core/recording`: model calls as entries, and the tracker that finds conversations in them. */
export {
  type AnswerInfo,
  type CallInfo,
  CallRecorder,
  type CallRecorderOptions,
  type RecordedCall,
} from '../recording/call-recorder.ts';
export {
  type Answered,
  ConversationTracker,
  type PlacedRequest,
  type Placement,
  type PlacementKind,
} from '../recording/conversation-tracker.ts';
export { type Endpoint, endpointOf } from '../recording/endpoint.ts';
export type * from '../recording/entry-draft.ts';
export type * from '../recording/item.ts';
