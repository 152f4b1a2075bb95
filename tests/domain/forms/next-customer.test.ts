import { describe, expect, it } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { placesOf, withPlaces } from '../../../src/domain/forms/next-customer.ts';
import type { Values } from '../../../src/domain/forms/values.ts';

const placesIn = (values: Values) => placesOf(formOf('registration'), values);
const place = (suburb: string, city = 'Pinetown') => ({ suburb, city });

describe('the places of a form', () => {
  it('are suburb and town, of home and work, without street or name', () => {
    const values = {
      firstName: 'Thandi',
      streetName: 'Behind the school',
      suburb: ' KwaNdengezi ',
      city: 'Pinetown',
      hasWorkAddress: true,
      workSuburb: 'Glenwood',
      workCity: 'Durban',
    };
    expect(placesIn(values)).toEqual([place('KwaNdengezi'), place('Glenwood', 'Durban')]);
  });

  it('are left out if suburb or town is missing, or if there is no address', () => {
    expect(placesIn({ suburb: 'KwaNdengezi', city: ' ' })).toEqual([]);
    expect(placesIn({ workSuburb: 'Glenwood', workCity: 'Durban' })).toEqual([]);
    expect(placesOf(formOf('replacement'), { suburb: 'A', city: 'B' })).toEqual([]);
  });
});

describe('the last places of a phone', () => {
  it('are the newest five', () => {
    const known = ['A', 'B', 'C', 'D', 'E'].map((name) => place(name));
    expect(withPlaces(known, [place('F')])).toEqual(
      ['F', 'A', 'B', 'C', 'D'].map((name) => place(name)),
    );
  });

  it('contain each place once, in its last spelling', () => {
    const known = [place('A'), place('kwandengezi', 'pinetown'), place('KwaNdengezi', 'Durban')];
    expect(withPlaces(known, [place('KwaNdengezi')])).toEqual([
      place('KwaNdengezi'),
      place('A'),
      place('KwaNdengezi', 'Durban'),
    ]);
  });
});
