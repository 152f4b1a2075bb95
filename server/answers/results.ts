import type { GenericResult } from '../../src/domain/answer.ts';

export function succeeded(heading: string, description: string): GenericResult {
  return { description, heading, wasSuccessful: true, modelState: {} };
}

export function failed(heading: string, description: string): GenericResult {
  return { description, heading, wasSuccessful: false, modelState: {} };
}
