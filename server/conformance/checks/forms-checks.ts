import { randomUUID } from 'node:crypto';
import { formKinds } from '../../../src/domain/forms/form-kinds.ts';
import { fieldForServerKey, formOf } from '../../../src/domain/forms/form-of.ts';
import { formId } from '../../../src/domain/ids.ts';
import type { GenericResult, Outcome } from '../../../src/domain/outcome.ts';
import { mayNotKnowForm, maySendRest } from '../../../src/domain/refusals.ts';
import type { StepCall } from '../../../src/domain/submission-types.ts';
import { type Check, fails, holds, type Verdict } from '../conformance-check.ts';
import { type FormVariant, kindOf, wrongIdentity } from '../made-up-forms.ts';
import { type MadeForm, outcomeText, type TestSession } from '../test-session.ts';

const ready = [
  'info.new-form-id',
  'cors.post',
  'cors.origin',
  'forgery.readable',
  'forgery.refusal',
];

const isTaken = async (session: TestSession, variant: FormVariant): Promise<Verdict> => {
  const { outcome } = await session.tryForm(variant);
  return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
};

/** Holds if a submission can continue after a repeated call, by itself or after the agent presses ‘Send the rest’. */
export function repeatVerdict(
  { kind }: MadeForm,
  call: StepCall,
  outcome: Outcome<GenericResult>,
): Verdict {
  if (outcome.outcome === 'confirmed') return holds();
  if (outcome.outcome !== 'rejected') return fails(outcomeText(outcome));
  return maySendRest(kind, call, outcome.message)
    ? holds(`${outcomeText(outcome)}: the agent must press ‘Send the rest’`)
    : fails(`${outcomeText(outcome)}: the app offers no ‘Send the rest’ for that`);
}

export const formChecks: readonly Check[] = [
  {
    id: 'forms.individual',
    level: 'must',
    needs: 'write',
    says: 'a person’s registration is taken',
    after: ready,
    run: (session) => isTaken(session, 'individual'),
  },
  {
    id: 'forms.bare',
    level: 'must',
    needs: 'write',
    says: 'so is one without a location, and without what may be left out',
    after: ready,
    run: async (session) => {
      const verdict = await isTaken(session, 'bare');
      if (verdict.status === 'holds') return verdict;
      const atZero = await isTaken(session, 'bareAtZero');
      if (atZero.status !== 'holds') return verdict;
      session.wantsNumbers = true;
      return holds('with 0, 0 in place of null');
    },
  },
  {
    id: 'forms.business',
    level: 'must',
    needs: 'write',
    says: 'a business’s registration is taken',
    after: ready,
    run: (session) => isTaken(session, 'business'),
  },
  {
    id: 'forms.replacement',
    level: 'must',
    needs: 'write',
    says: 'a SIM replacement is taken',
    after: ready,
    run: (session) => isTaken(session, 'replacement'),
  },
  {
    id: 'forms.replacement-business',
    level: 'must',
    needs: 'write',
    says: 'so is one for a business',
    after: ready,
    run: (session) => isTaken(session, 'replacementBusiness'),
  },
  {
    id: 'forms.unknown-id',
    level: 'should',
    needs: 'write',
    says: 'a form under an unknown formId is refused with words that name the form or with 404, or taken',
    otherwise:
      'a form whose formId the backend has lost is refused at each Submit: the app asks for no other one',
    after: ready,
    run: async (session) => {
      const outcome = await session.sendForm('individual', formId(randomUUID()));
      if (outcome.outcome === 'confirmed') return holds('it takes any');
      const isSaid =
        outcome.outcome === 'rejected'
          ? mayNotKnowForm(formKinds[kindOf('individual')].call, outcome.message)
          : outcome.outcome === 'held' && outcome.httpStatus === 404;
      return isSaid ? holds() : fails(outcomeText(outcome));
    },
  },
  {
    id: 'forms.again',
    level: 'should',
    needs: 'write',
    says: 'the same form under the same formId is a success again',
    otherwise:
      'an agent whose form got no answer is told that the server may have it, and must press ‘Send the rest’',
    after: ['forms.individual'],
    run: async (session) => {
      const { id } = await session.form('individual');
      const outcome = await session.sendForm('individual', id);
      return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
    },
  },
  {
    id: 'forms.correction',
    level: 'should',
    needs: 'write',
    says: 'a corrected form under the same formId is taken',
    otherwise: 'an agent’s correction of a form that was taken before stays ‘Needs attention’',
    after: ['forms.again'],
    run: async (session) => {
      const { id } = await session.form('individual');
      const outcome = await session.sendForm('corrected', id);
      return outcome.outcome === 'confirmed' ? holds() : fails(outcomeText(outcome));
    },
  },
  {
    id: 'forms.field-errors',
    level: 'should',
    needs: 'write',
    says: 'a wrong ID number is refused under the name of its field',
    otherwise:
      'what the backend says stands above the form, not at the field; what it takes, it keeps',
    after: ready,
    run: async (session) => {
      const outcome = await session.sendForm('wrong', await session.newFormId());
      if (outcome.outcome !== 'rejected') return fails(outcomeText(outcome));
      const fields = Object.keys(outcome.message.modelState).map((key) =>
        fieldForServerKey(formOf(kindOf('wrong')), key),
      );
      const isNamed = fields.some((field) => field !== undefined && field in wrongIdentity);
      return isNamed ? holds() : fails(outcomeText(outcome));
    },
  },
];
