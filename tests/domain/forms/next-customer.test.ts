import { describe, expect, it } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import {
  splitStreet,
  suggestionsOf,
  withSuggestions,
} from '../../../src/domain/forms/next-customer.ts';
import type { Values } from '../../../src/domain/forms/values.ts';

const placesIn = (values: Values) => suggestionsOf(formOf('registration'), values).places;
const streetsIn = (values: Values) => suggestionsOf(formOf('registration'), values).streets;
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
    expect(suggestionsOf(formOf('replacement'), { suburb: 'A', city: 'B' })).toEqual({
      places: [],
      streets: [],
    });
  });
});

describe('the streets of a form', () => {
  it('are the home and work streets without house numbers, each with its complete place', () => {
    const values = {
      streetName: ' 12 Main Road ',
      suburb: 'KwaNdengezi ',
      city: 'Pinetown',
      hasWorkAddress: true,
      workStreetName: '7b, Smith Street',
      workSuburb: 'Glenwood',
    };
    expect(streetsIn(values)).toEqual([
      { street: 'Main Road', place: place('KwaNdengezi') },
      { street: 'Smith Street', place: null },
    ]);
  });

  it('are left out if there is only a number, or no street', () => {
    expect(streetsIn({ streetName: '1234' })).toEqual([]);
    expect(streetsIn({ streetName: '1234 A' })).toEqual([]);
    expect(streetsIn({})).toEqual([]);
  });

  it.each([
    ['12 Main Road', '12 ', 'Main Road'],
    ['12b Main Road', '12b ', 'Main Road'],
    ['No. 12 Main Road', 'No. 12 ', 'Main Road'],
    ['12/14, Main Road', '12/14, ', 'Main Road'],
    ['12 - 14 Main Road', '12 - 14 ', 'Main Road'],
    ['1st Avenue', '', '1st Avenue'],
    ['Behind the Mzamo school', '', 'Behind the Mzamo school'],
    ['12', '', '12'],
    ['', '', ''],
  ])('‘%s’ begins with the number ‘%s’', (text, number, street) => {
    expect(splitStreet(text)).toEqual({ number, street });
  });
});

describe('the last places and streets of a phone', () => {
  const places = (...all: readonly ReturnType<typeof place>[]) => ({ places: all, streets: [] });
  const streets = (...all: readonly string[]) => ({
    places: [],
    streets: all.map((street) => ({ street, place: null })),
  });

  it('are the newest five', () => {
    const known = ['A', 'B', 'C', 'D', 'E'];
    expect(
      withSuggestions(places(...known.map((name) => place(name))), places(place('F'))).places,
    ).toEqual(['F', 'A', 'B', 'C', 'D'].map((name) => place(name)));
    expect(withSuggestions(streets(...known), streets('F'))).toEqual(
      streets('F', 'A', 'B', 'C', 'D'),
    );
  });

  it('contain each place once, in its last spelling', () => {
    const known = [place('A'), place('kwandengezi', 'pinetown'), place('KwaNdengezi', 'Durban')];
    expect(withSuggestions(places(...known), places(place('KwaNdengezi'))).places).toEqual([
      place('KwaNdengezi'),
      place('A'),
      place('KwaNdengezi', 'Durban'),
    ]);
  });

  it('contain each street once, in its last spelling', () => {
    expect(withSuggestions(streets('A', 'main road', 'B'), streets('Main Road'))).toEqual(
      streets('Main Road', 'A', 'B'),
    );
    expect(withSuggestions(streets('A', 'B'), streets('B', 'B'))).toEqual(streets('B', 'A'));
  });

  it('contain a street once in each place, and without a place only if none is known', () => {
    const inPlace = (street: string, suburb: string) => ({ street, place: place(suburb) });
    const added = { places: [], streets: [inPlace('Main Road', 'Mzamo')] };
    const known = {
      places: [],
      streets: [
        ...streets('main road').streets,
        inPlace('Main Road', 'KwaNdengezi'),
        inPlace('main road', 'mzamo'),
      ],
    };
    expect(withSuggestions(known, added).streets).toEqual([
      inPlace('Main Road', 'Mzamo'),
      inPlace('Main Road', 'KwaNdengezi'),
    ]);
  });
});
