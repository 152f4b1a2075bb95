import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { formId } from '../../../../src/domain/ids.ts';
import { type ReasonCode, reasonCodes } from '../../../../src/domain/verdict.ts';
import { ReturnsWithoutReceipt } from '../../../../src/features/outbox/submission/start-correction.tsx';
import { actions } from '../screens.tsx';
import { now } from '../submissions.ts';

const drawn = (code: ReasonCode): string =>
  renderToStaticMarkup(
    <ReturnsWithoutReceipt
      now={now}
      onStart={async () => undefined}
      returns={[
        { at: now, code, formId: formId('0b9f6b0e-90b5-4a2c-8f6d-0f3f3c1d2e4f'), text: '' },
      ]}
      store={{ dismissVerdict: async () => undefined }}
    />,
  );

it.each(reasonCodes)(
  'a return without a receipt offers ‘Correct’ unless the operator has it twice: %s',
  (code) => {
    const known = 'OK, I know';
    expect(actions(drawn(code))).toEqual(code === 'duplicate' ? [known] : ['Correct', known]);
  },
);
