import { describe, expect, it } from 'vitest';
import { isStrongPin, pinFault } from '../../src/domain/pin.ts';

describe('a new PIN', () => {
  it.each([
    ['', 'short'],
    ['73910', 'short'],
    ['777777', 'same'],
    ['aaaaaaaaaa', 'same'],
    ['123456', 'run'],
    ['987654', 'run'],
    ['567890', 'run'],
    ['210987', 'run'],
    ['abcdefgh', 'run'],
    ['fedcba', 'run'],
    ['121212', 'common'],
    ['Password', 'common'],
    ['\uff11\uff12\uff13\uff14\uff15\uff16', 'run'],
    ['739105', null],
    ['123457', null],
    ['boterham met kaas', null],
    // Six characters, each of two code units.
    ['🐘🦁🐍🦓🦒🐊', null],
    ['🐘🦁🐍', 'short'],
  ] as const)('%j: %s', (text, fault) => {
    expect(pinFault(text)).toBe(fault);
  });

  it('counts as strong from ten characters, if it is not an easy sequence', () => {
    expect(['739105', '7391058264', '1234567890', 'boterham met'].map(isStrongPin)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
