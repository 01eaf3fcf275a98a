/** Answers every step at once, with the lines and the receipt that the format gives for it. Nothing is started. */
import { lineText } from '@hansard/core/formats/run/run-text.ts';
import { type Engine, openingOf, type StepCall, type StepOutcome } from './contract.ts';

export const stubEngine: Engine = { run: stub };

async function stub(call: StepCall): Promise<StepOutcome> {
  const { stepId, role, engine, startedAt } = call;
  await call.write([
    lineText(openingOf(call)),
    lineText({ timestamp: startedAt, role: 'user', content: `Step role: ${role}` }),
  ]);
  const completedAt = call.now();
  const answer = `[STUB] Completed step ${stepId}. In production, this would contain the actual ${engine.label} response.`;
  await call.write([lineText({ timestamp: completedAt, role: 'assistant', content: answer })]);
  const tokens = { input: 0, output: 0 };
  return { failed: false, model: `${engine.name}-stub`, startedAt, completedAt, tokens, answer, passesGates: true };
}
