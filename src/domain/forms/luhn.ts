import { isDigits } from './issue.ts';

/** Whether the last digit is the Luhn check digit (ISO/IEC 7812-1) of those before it. */
export const luhn = (digits: string): boolean => {
  if (!isDigits(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.at(-1 - place));
    const weighed = place % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
};
