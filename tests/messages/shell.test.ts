import { expect, it } from 'vitest';
import { windowTitle } from '../../src/messages/shell.ts';

it("puts the product's name after the page's", () => {
  expect(windowTitle('Outbox')).toBe('Outbox - Veld');
  expect(windowTitle()).toBe('Veld');
  expect(windowTitle('')).toBe('Veld');
});
