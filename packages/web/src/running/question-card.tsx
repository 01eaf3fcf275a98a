/** All questions of a request, answered together: what is offered, or words of one's own. A plan is approved, or sent back. */
import type { PendingItem } from '@hansard/client';
import { neutralise, neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { Markdown } from '../transcript/content/markdown.ts';
import type { CardProps } from './permission-card.tsx';
import { useDoing } from './use-doing.ts';

type Question = NonNullable<PendingItem['questions']>[number];

export function QuestionCard({ item, may, onDone }: CardProps) {
  const { sessionId, requestId, questions = [], plan } = item;
  const { busy, error, run } = useDoing();
  const [chosen, setChosen] = useState<readonly (readonly string[])[]>(() => questions.map(() => []));
  const [typed, setTyped] = useState<readonly string[]>(() => questions.map(() => ''));
  const answers = questions.map((_, i) => answerOf(chosen[i] ?? [], typed[i] ?? ''));
  const reply = (given: string[][]) => void run(() => api.replyQuestion(sessionId, requestId, given)).then(onDone);
  const refuse = () => void run(() => api.rejectQuestion(sessionId, requestId)).then(onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reply(answers);
  };
  if (plan) return <PlanCard {...{ item, may, busy, error, reply, refuse }} />;
  const isWhole = answers.every((answer) => answer.length > 0);
  return (
    <form className="ask-card" aria-label="Question" data-request={requestId} onSubmit={submit}>
      {questions.map((question, i) => (
        <QuestionFields
          key={question.id}
          question={question}
          chosen={chosen[i] ?? []}
          typed={typed[i] ?? ''}
          disabled={busy || !may}
          onChosen={(next) => setChosen(chosen.with(i, next))}
          onTyped={(next) => setTyped(typed.with(i, next))}
        />
      ))}
      <div className="ask-buttons">
        <Button type="submit" look="main" disabled={busy || !may || !isWhole}>
          Answer
        </Button>
        <Button look="framed" disabled={busy || !may} onClick={refuse}>
          Do not answer
        </Button>
      </div>
      {!may && <p className="quiet">This token may not answer: it needs the scope answer.</p>}
      {error !== undefined && <Trouble error={error} />}
    </form>
  );
}

function answerOf(chosen: readonly string[], typed: string): string[] {
  return typed.trim() === '' ? [...chosen] : [...chosen, typed.trim()];
}

interface FieldsProps {
  question: Question;
  chosen: readonly string[];
  typed: string;
  disabled: boolean;
  onChosen: (chosen: readonly string[]) => void;
  onTyped: (typed: string) => void;
}

/** Of answers that exclude each other, the last one counts, chosen or typed. */
function QuestionFields({ question, chosen, typed, disabled, onChosen, onTyped }: FieldsProps) {
  const { prompt, options, multiple } = question;
  const name = useId();
  const choose = (option: string, isOn: boolean) => {
    if (multiple) onChosen(isOn ? [...chosen, option] : chosen.filter((one) => one !== option));
    else {
      onChosen([option]);
      onTyped('');
    }
  };
  const type = (text: string) => {
    onTyped(text);
    if (!multiple && text !== '') onChosen([]);
  };
  return (
    <fieldset className="ask-question" disabled={disabled}>
      <legend>{neutralise(prompt)}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(option)}
            onChange={({ target }) => choose(option, target.checked)}
          />
          {neutraliseLine(option)}
        </label>
      ))}
      <input
        className="field wide"
        aria-label={options.length > 0 ? 'Another answer' : 'Answer'}
        placeholder={options.length > 0 ? 'Another answer' : 'Answer'}
        value={typed}
        maxLength={20_000}
        onChange={({ target }) => type(target.value)}
      />
    </fieldset>
  );
}

interface PlanProps extends Pick<CardProps, 'item' | 'may'> {
  busy: boolean;
  error: unknown;
  reply: (answers: string[][]) => void;
  refuse: () => void;
}

function PlanCard({ item: { questions = [], requestId }, may, busy, error, reply, refuse }: PlanProps) {
  const [instead, setInstead] = useState('');
  const [question] = questions;
  const [approve = 'approve'] = question?.options ?? [];
  const disabled = busy || !may;
  return (
    <section className="ask-card" aria-label="Plan" data-request={requestId}>
      <p className="ask-head">
        <b>Approve this plan?</b>
      </p>
      <div className="ask-plan">
        <Markdown text={question?.prompt ?? ''} />
      </div>
      <div className="ask-buttons">
        <Button look="main" disabled={disabled} onClick={() => reply([[approve]])}>
          Approve the plan
        </Button>
        <Button look="framed" disabled={disabled} onClick={refuse}>
          Reject
        </Button>
      </div>
      <form
        className="ask-instead"
        onSubmit={(event) => {
          event.preventDefault();
          if (instead.trim() !== '') reply([[instead.trim()]]);
        }}
      >
        <input
          className="field wide"
          aria-label="What to change in the plan"
          placeholder="What to change in the plan"
          value={instead}
          disabled={disabled}
          maxLength={20_000}
          onChange={({ target }) => setInstead(target.value)}
        />
        <Button type="submit" look="framed" disabled={disabled || instead.trim() === ''}>
          Send back
        </Button>
      </form>
      {!may && <p className="quiet">This token may not answer: it needs the scope answer.</p>}
      {error !== undefined && <Trouble error={error} />}
    </section>
  );
}
