import { describe, expect, it } from 'vitest';
import { invalidForm, serverProblem } from '../../src/api/contract.ts';
import { ApiException } from '../../src/api/read-answer.ts';
import { documents, location, signature } from '../../src/messages/capture.ts';
import { captured } from '../../src/messages/captured.ts';
import { controls } from '../../src/messages/controls.ts';
import { form } from '../../src/messages/form.ts';
import { formReview } from '../../src/messages/form-review.ts';
import { notices } from '../../src/messages/notices.ts';
import { outbox } from '../../src/messages/outbox.ts';
import { reasons } from '../../src/messages/reasons.ts';
import { pages, shell } from '../../src/messages/shell.ts';
import { submission } from '../../src/messages/submission.ts';

type Row = readonly [exact: string, text: string];

const isExact = ([exact, text]: Row): void => expect(text).toBe(exact);

describe("the specification's texts are exact", () => {
  it.each<Row>([
    ['New version available!', notices.newVersion],
    ['We will refresh the page and update in a few seconds.', notices.newVersionDetail],
    ['In Development', shell.inDevelopment],
    ['There was a problem', serverProblem.heading],
    ['We experienced a problem. Please try again.', serverProblem.description],
    [
      'Please make sure you have entered all the information correctly.',
      invalidForm({}).description,
    ],
    ['An unexpected server error occurred.', new ApiException(418, '', {}).message],
    ['There was a problem', reasons.unexpected],
    ['An unexpected server error occurred.', reasons.unexpectedDetail],
    ['{title} - Veld', pages.windowTitle],
    ['Veld', pages.product],
  ])('%s', (...row) => isExact(row));
});

/* External tests find the controls by these names. A deliberate change of a name changes this list, too. */
describe('the names of screens, buttons and states are exact', () => {
  it.each<Row>([
    ['Register a SIM', pages.register],
    ['Replace a SIM', pages.replace],
    ['Outbox', pages.outbox],
    ['Settings', pages.settings],
    ['Ready for the field', pages.ready],
    ['Terms and Conditions', pages.termsConditions],
    ['Continue', outbox.continue],
  ])('screen: %s', (...row) => isExact(row));

  it.each<Row>([
    ['Next', form.next],
    ['Back', form.back],
    ['Submit', form.submit],
    ['Saved', form.saved],
    ['Use it anyway', controls.useAnyway],
    ['Take photo', documents.takePhoto],
    ['Choose a file', documents.chooseFile],
    ['Front', documents.page.front],
    ['Back', documents.page.back],
    ['Remove {name}', documents.removeFile],
    ['Get location', location.get],
    ['Continue without a location', location.continueWithout],
    ['The customer agrees to the terms and conditions', formReview.consent],
    ['Clear signature', signature.clear],
    ['Edit {section}', formReview.edit],
    ['Saved. It will be sent when you are online.', captured.savedOffline],
    ['Captured', captured.title.captured],
    ['Captured', pages.captured],
    ['Reference', captured.reference],
    ['Next customer', captured.nextCustomer],
    ['Another SIM for this customer', captured.anotherSim],
    ['Give a receipt', captured.giveReceipt],
    ['Not accepted', captured.title.notAccepted],
    ['Not submitted', captured.title.notSubmitted],
    ['Tell the customer', captured.tellCustomer],
    ['Details', captured.details],
    ['Export the day', outbox.exportDay],
  ])('form: %s', (...row) => isExact(row));

  it.each<Row>([
    ['Draft', outbox.status.draft],
    ['Waiting to send', outbox.status.waiting],
    ['Sending', outbox.status.sending],
    ['All', outbox.chip.all],
    ['Needs attention', outbox.chip.rejected],
    ['Waiting', outbox.chip.queued],
    ['Drafts', outbox.chip.draft],
    ['Sent', outbox.chip.delivered],
    ['Needs attention', outbox.status.attention],
    ['Paused', outbox.status.paused],
    ['Sent', outbox.status.sent],
    ['step {n} of {m}', outbox.step],
    ['Send now', outbox.sendNow],
    ['Correct', outbox.correct],
    ['Back to draft', submission.backToDraft],
    ['Delete', outbox.delete],
  ])('outbox: %s', (...row) => isExact(row));

  it.each<Row>([
    ['Online', shell.online],
    ['Offline', shell.offline],
    ['Online, server not reached', `${shell.onlineServer} ${shell.notReached}`],
    ['{count} waiting', shell.waiting],
    ['{count} refused', shell.refused],
  ])('status bar: %s', (...row) => isExact(row));
});
