import { expect, type Page } from '@playwright/test';
import {
  addFile,
  customer,
  drawSignature,
  expectSection,
  fillTexts,
  openDetails,
  photo,
  pressNext,
} from './form-filling.ts';

/** A PDF with one empty page. A comment makes it `bytes` long. */
export function pdf(bytes = 2_000): Buffer {
  const body =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n%';
  const end = '\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  return Buffer.from(`${body}${'x'.repeat(Math.max(0, bytes - body.length - end.length))}${end}`);
}

export async function chooseBusiness(page: Page): Promise<void> {
  await page.getByLabel('Business', { exact: true }).check();
}

/** Every field of a business registration, typed as people do: with spaces and brackets, without slashes. */
export const registrationBusiness = {
  customer: {
    'First name': '  Pieter ',
    Surname: 'van der Merwe',
    'Passport or permit number': 'a 1234567',
    Cellphone: '+27 (0)82 123-4567',
    Telephone: '+44 20 7946 0958',
    'Email address': ' pieter@example.co.za ',
  },
  business: {
    'Business name': 'Karoo Windpumps',
    'Business registration number': '201111880507',
    'VAT number': 'ZA 412 345 6784',
    'Business address': '12 Church Street\nGraaff-Reinet',
    'Nature of business': 'Pump repairs',
    'Key contact first name': 'Lerato',
    'Key contact surname': 'Mokoena',
    'Key contact designation': 'Manager',
  },
  address: {
    'Unit number': '4',
    'Complex name': 'Aloe Court',
    'Street or place': 'Bourke Street',
    'Suburb or village': 'Kroonvale',
    'City or town': 'Graaff-Reinet',
    'Work unit number': 'B2',
    'Work complex name': 'Station Yard',
    'Work street or place': 'Caledon Street',
    'Work suburb or village': 'Central',
    'Work city or town': 'Graaff-Reinet',
  },
  formData: {
    title: 'Mr',
    firstName: 'Pieter',
    surname: 'van der Merwe',
    idNumber: 'A1234567',
    cellphone: '+27821234567',
    telephone: '+442079460958',
    emailAddress: 'pieter@example.co.za',
    businessName: 'Karoo Windpumps',
    businessType: 1,
    businessRegistrationNumber: '2011/118805/07',
    businessVatNumber: '4123456784',
    businessAddress: '12 Church Street\nGraaff-Reinet',
    natureOfBusiness: 'Pump repairs',
    keyContactName: 'Lerato',
    keyContactSurname: 'Mokoena',
    keyContactDesignation: 'Manager',
    simCardNumber: '8927010000001234560',
    unitNumber: '4',
    complexName: 'Aloe Court',
    streetName: 'Bourke Street',
    suburb: 'Kroonvale',
    city: 'Graaff-Reinet',
    workUnitNumber: 'B2',
    workComplexName: 'Station Yard',
    workStreetName: 'Caledon Street',
    workSuburb: 'Central',
    workCity: 'Graaff-Reinet',
  },
} as const;

/** Fills in every field of a business registration, from the first section to Address. */
export async function fillBusinessRegistration(page: Page): Promise<void> {
  const { customer: person, business, address } = registrationBusiness;
  await expectSection(page, 'Customer');
  await chooseBusiness(page);
  await page.getByLabel('Title', { exact: true }).selectOption({ label: 'Mr' });
  await page.getByLabel('Passport or permit', { exact: true }).check();
  await fillTexts(page, person);
  await pressNext(page);
  await expectSection(page, 'Business');
  await page.getByLabel('Type of business').selectOption({ label: 'Private company' });
  await fillTexts(page, business);
  await pressNext(page);
  await expectSection(page, 'SIM card');
  await fillTexts(page, { 'SIM card number': '8927 0100-0000 1234 560F' });
  await pressNext(page);
  await expectSection(page, 'Address');
  await page.getByLabel('Add a work address').check();
  await fillTexts(page, address);
  await pressNext(page);
  await expectSection(page, 'Documents');
}

/** Adds two photos of the ID document, and a PDF and a photo as company registration documents. Returns the PDF. */
export async function addBusinessDocuments(page: Page): Promise<Buffer> {
  const papers = pdf();
  await addFile(page, 'ID document', 'front.jpg', await photo(page, 1600, 1200, 'FRONT'));
  await addFile(page, 'ID document', 'back.jpg', await photo(page, 1600, 1200, 'BACK'));
  const company = 'Company registration document';
  await addFile(page, company, 'cipc.pdf', papers, 'application/pdf');
  await addFile(page, company, 'letterhead.jpg', await photo(page, 1200, 1600, 'LETTER'));
  return papers;
}

export const replacementSim = {
  typed: {
    'Cellphone number to keep': '082 123 4567',
    'New SIM card number': '8927 1000 0000 1234 561',
    IMSI: '655 10 1234567890',
    'Device IMEI': '49-015420-323751-8',
  },
  formData: {
    msisdn: '27821234567',
    simCardNumber: '8927100000001234561',
    imsi: '655101234567890',
    deviceImei: '490154203237518',
  },
} as const;

export async function fillReplacementCustomer(page: Page): Promise<void> {
  await expectSection(page, 'Customer');
  await page.getByLabel('Title', { exact: true }).selectOption({ label: 'Dr' });
  await fillTexts(page, {
    'First name': 'Nomvula',
    Surname: 'Dlamini',
    'ID number': '850615 4800 08 8',
    'Customer account number': 'ACC 77',
  });
}

export const replacementCustomer = {
  title: 'Dr',
  firstName: 'Nomvula',
  surname: 'Dlamini',
  idNumber: '8506154800088',
  customerAccountNumber: 'ACC 77',
} as const;

/** Fills in the section 'Sign' without a location, as on a device that cannot find its location. */
export async function signWithoutLocation(page: Page): Promise<void> {
  await expectSection(page, 'Sign');
  await page.getByRole('button', { name: 'Get location' }).click();
  await page.getByLabel('Continue without a location').check();
  await page.getByLabel('The customer agrees to the terms and conditions').check();
  await drawSignature(page);
}

/** The body of an individual's registration, as `fillRegistration` fills it in. */
export const registrationIndividual = {
  title: customer.title,
  firstName: customer.firstName,
  surname: customer.surname,
  idNumber: customer.idNumber,
  cellphone: '+27821234567',
  emailAddress: customer.email,
  simCardNumber: '8927010000001234560',
  streetName: customer.street,
  suburb: customer.suburb,
  city: customer.city,
} as const;

export const here = { latitude: -33.918861, longitude: 18.4233 } as const;

export async function expectSubmitted(page: Page, isOnline: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/captured\/.+/);
  // Online, the server may have refused the form already.
  const name = isOnline ? /^(Captured|Not accepted)$/ : 'Captured';
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  if (!isOnline)
    await expect(page.getByText('Saved. It will be sent when you are online.')).toBeVisible();
  await openDetails(page);
}
