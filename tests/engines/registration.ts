import { writeFileSync } from 'node:fs';
import { customer, drawPhoto } from '../support/form/form-filling.ts';
import type { Phone } from './phone.ts';

/** Loads Home with signal, and waits until the service worker controls the page. From then on the app starts without signal. */
export async function install(phone: Phone): Promise<void> {
  await phone.open('/');
  await phone.run(async () => {
    await navigator.serviceWorker.ready;
    const started = Date.now();
    while (navigator.serviceWorker.controller === null && Date.now() - started < 60_000)
      await new Promise((resolve) => setTimeout(resolve, 50));
    if (navigator.serviceWorker.controller === null) throw new Error('no worker took control');
  }, undefined);
}

/** Writes a photo of a document to the file `path`. The phone's own browser draws it. */
export async function takePhoto(phone: Phone, path: string): Promise<void> {
  const base64 = await phone.run(drawPhoto, [1200, 800, 'ID DOCUMENT'] as const);
  writeFileSync(path, Buffer.from(base64, 'base64'));
}

async function fillCustomer(phone: Phone): Promise<void> {
  // This text is not in the HTML, so the app itself is running.
  await phone.sees('In Development');
  await phone.choose('Title', customer.title);
  await phone.fill('First name', customer.firstName);
  await phone.fill('Surname', customer.surname);
  await phone.fill('ID number', customer.idNumber);
  await phone.fill('Cellphone', customer.cellphone);
}

async function fillSim(phone: Phone): Promise<void> {
  await phone.sees('SIM card number');
  await phone.fill('SIM card number', customer.simCardNumber);
}

async function fillAddress(phone: Phone): Promise<void> {
  await phone.fill('Street or place', customer.street);
  await phone.fill('Suburb or village', customer.suburb);
  await phone.fill('City or town', customer.city);
}

/** Fills in a registration from its first section on, and opens the section 'Documents'. */
export async function fillToDocuments(phone: Phone): Promise<void> {
  await fillCustomer(phone);
  await phone.press('Next');
  await fillSim(phone);
  await phone.press('Next');
  await fillAddress(phone);
  await phone.press('Next');
}

/** Fills in the rest of a registration that has one document: from 'Documents' to 'Review'. */
export async function fillToReview(phone: Phone): Promise<void> {
  await phone.press('Next');
  await phone.press('Go on without it');
  await phone.press('Get location');
  await phone.sees('-33.91886');
  await phone.tick('The customer agrees to the terms and conditions');
  await phone.sign('Signature');
  await phone.sees(`Signed by ${customer.firstName}`);
  await phone.press('Next');
  await phone.sees('Submit');
}

/** Fills in a registration and opens its section 'Review'. `photo`: the path of a picture. */
export async function fillRegistration(phone: Phone, photo: string): Promise<void> {
  await fillToDocuments(phone);
  await phone.addFile('Choose a file', photo);
  await phone.sees('Saved');
  await fillToReview(phone);
}

export const submit = (phone: Phone): Promise<void> => phone.press('Submit');
