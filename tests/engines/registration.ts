import { writeFileSync } from 'node:fs';
import { customer, drawPhoto } from '../support/form/form-filling.ts';
import type { Phone } from './phone.ts';

/** Loads Home with signal, and waits until the service worker answers for the app: from then on it starts without. */
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

/** A photo of a document, drawn by the phone's own browser, in a file at `path`. */
export async function takePhoto(phone: Phone, path: string): Promise<void> {
  const base64 = await phone.run(drawPhoto, [1200, 800, 'ID DOCUMENT'] as const);
  writeFileSync(path, Buffer.from(base64, 'base64'));
}

async function fillCustomer(phone: Phone): Promise<void> {
  // The form's HTML alone does not know its host: the app itself is here.
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

/** A registration from its first section to its documents. */
export async function fillToDocuments(phone: Phone): Promise<void> {
  await fillCustomer(phone);
  await phone.press('Next');
  await fillSim(phone);
  await phone.press('Next');
  await fillAddress(phone);
  await phone.press('Next');
}

/** From the documents, when there is one, to the review. */
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

/** A registration from its first section to its review. `photo`: a picture's path. */
export async function fillRegistration(phone: Phone, photo: string): Promise<void> {
  await fillToDocuments(phone);
  await phone.addFile('Choose a file', photo);
  await phone.sees('Saved');
  await fillToReview(phone);
}

export const submit = (phone: Phone): Promise<void> => phone.press('Submit');
