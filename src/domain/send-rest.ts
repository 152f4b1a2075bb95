import { type FormKind, formKindRows } from './forms/form-kinds.ts';
import { fieldForServerKey, formOf } from './forms/form-of.ts';
import { isUnknownFormMessage } from './refusals.ts';
import { nextStep } from './submission-state.ts';
import type { ServerMessage, Step, StepCall, Submission } from './submission-types.ts';

/*
 * Some backends refuse a form that they have already. The browser repeats a POST by itself, so any form call that was sent may have
 * arrived before. Only a person can tell whether the server has it: 'Send the rest' counts the refused step as confirmed.
 */

const isFormCall = (call: StepCall): boolean => formKindRows.some((row) => row.call === call);

const lastSegment = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** Whether the refusal names a field of the form, or the signature's file: the person can correct that. */
function isAboutContent(kind: FormKind, call: StepCall, message: ServerMessage): boolean {
  const keys = Object.keys(message.modelState);
  if (isFormCall(call))
    return keys.some((key) => fieldForServerKey(formOf(kind), key) !== undefined);
  const isOfFile = message.httpStatus === 413 || message.httpStatus === 415;
  return (
    isOfFile || keys.some((key) => /^(?:files?(?:\[\d*\])?|signature)$/i.test(lastSegment(key)))
  );
}

/**
 * Whether 'Send the rest' is offered for a refusal of this call. Not if the call sends a document, the refusal is about a field, the
 * server does not know the form, or the refusal is this device's own.
 */
export function maySendRest(kind: FormKind, call: StepCall, message: ServerMessage): boolean {
  if (!isFormCall(call) && call !== 'SaveSignature') return false;
  if (message.httpStatus === 0 || isUnknownFormMessage(message)) return false;
  return !isAboutContent(kind, call, message);
}

/** The refused step that 'Send the rest' counts as confirmed. Returns null if the button is not offered. */
export function stepToConfirmByHand(submission: Submission): Step | null {
  const step = nextStep(submission);
  if (submission.status !== 'rejected' || step?.state.status !== 'rejected') return null;
  return maySendRest(submission.kind, step.content.call, step.state.message) ? step : null;
}
