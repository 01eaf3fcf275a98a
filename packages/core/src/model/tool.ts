/** Calls of tools, what models were told of tools, and content beyond plain text. */
import Type from 'typebox';
import { TOOL_KINDS, TOOL_STATUSES } from '../vocabulary.ts';
import { anything, fields, flag, oneOf, text } from './fields.ts';

export const Tool = Type.Object(
  {
    name: text('Name of the tool, as the agent calls it'),
    callId: Type.Optional(text('Links call and result')),
    kind: Type.Optional(text(`What it does: ${oneOf(TOOL_KINDS)}`)),
    input: Type.Optional(anything('Arguments, parsed')),
    output: Type.Optional(text('What the model was given back')),
    result: Type.Optional(anything('Structured result, as the agent records it')),
    status: Type.Optional(text(oneOf(TOOL_STATUSES))),
    rawStatus: Type.Optional(anything('The agent’s own word for the outcome')),
    exitCode: Type.Optional(Type.Integer({ description: 'Exit code of a command' })),
    stdout: Type.Optional(text('Standard output of a command')),
    stderr: Type.Optional(text('Standard error of a command')),
    durationMs: Type.Optional(Type.Number({ minimum: 0, description: 'How long it took' })),
    server: Type.Optional(text('MCP server it belongs to')),
  },
  { description: 'A tool’s call or result' },
);

export const ToolDefinition = Type.Object(
  {
    hash: text('Says which definition it is: name, description and schema together'),
    name: text('Name of the tool'),
    description: Type.Optional(text('What the model is told about it')),
    schema: Type.Optional(anything('JSON Schema of its arguments')),
    server: Type.Optional(text('MCP server it belongs to')),
    extra: Type.Optional(fields('What else the agent says of it')),
  },
  { description: 'A tool as it is offered to the model; only hash and name where an earlier event has the rest' },
);

export const Part = Type.Object(
  {
    type: text('text, json, file_ref, image, reasoning, status, or another kind'),
    text: Type.Optional(text('text and reasoning: the text')),
    json: Type.Optional(anything('json: the value')),
    path: Type.Optional(text('file_ref: path of the file')),
    action: Type.Optional(text('file_ref: read, write, patch, delete or rename')),
    diff: Type.Optional(text('file_ref: unified diff')),
    mime: Type.Optional(text('image and others: media type')),
    hash: Type.Optional(text('Key in attachments')),
    url: Type.Optional(text('Address of content that is not included')),
    spilled: Type.Optional(flag('The content lies in a side file of the session; hash says which attachment holds it')),
    visibility: Type.Optional(text('reasoning: public or private (encrypted or redacted by the provider)')),
    label: Type.Optional(text('status: what it is about')),
    detail: Type.Optional(text('status: more about it')),
  },
  { description: 'Content beyond plain text, in order' },
);

export type Tool = Type.Static<typeof Tool>;
export type ToolDefinition = Type.Static<typeof ToolDefinition> & { extra?: Record<string, unknown> };
export type Part = Type.Static<typeof Part>;
export type ToolKind = (typeof TOOL_KINDS)[number];
export type ToolStatus = (typeof TOOL_STATUSES)[number];
