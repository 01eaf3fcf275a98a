/** The published JSON Schema of one event of the stream: one line of a file. */
import Type from 'typebox';
import { ToolDefinition } from '../../transcript.ts';
import { publishedSchema } from '../published-schema.ts';
import * as model from './event.ts';

const PARTS = {
  UsageAddition: model.UsageAddition,
  ToolAddition: model.ToolAddition,
  TextPart: model.TextPart,
  JsonPart: model.JsonPart,
  ToolDefinition,
  ToolCallPart: model.ToolCallPart,
  ToolResultPart: model.ToolResultPart,
  FileRefPart: model.FileRefPart,
  ImagePart: model.ImagePart,
  ReasoningPart: model.ReasoningPart,
  StatusPart: model.StatusPart,
  ContentPart: model.ContentPart,
  UniversalItem: model.UniversalItem,
  StderrOutput: model.StderrOutput,
  SessionStartedData: model.SessionStartedData,
  SessionEndedData: model.SessionEndedData,
  TurnStartedData: model.TurnStartedData,
  TurnEndedData: model.TurnEndedData,
  ItemData: model.ItemData,
  ItemDeltaData: model.ItemDeltaData,
  PermissionData: model.PermissionData,
  QuestionData: model.QuestionData,
  ErrorData: model.ErrorData,
  UnparsedData: model.UnparsedData,
};

export function universalSchema(): Record<string, unknown> {
  const types = Object.keys(model.DATA) as model.UniversalType[];
  return publishedSchema({
    id: 'urn:hansard:schema:universal:1',
    title: 'UniversalEvent',
    remark: 'A file holds one a line. Fields marked “addition” are none of the original format’s.',
    schema: Type.Union(types.map(model.envelope), { description: 'One event of a session' }),
    parts: PARTS,
  });
}
