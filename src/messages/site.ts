import { defineTexts } from './text.ts';

export const site = {
  heading: 'Register SIM cards, with or without signal',
  lead: 'Veld keeps each form on this phone and sends it when you are online.',
  registerDetail: 'For a person or a business',
  replaceDetail: 'Lost, stolen or broken',
  today: 'Today',
  practiseDetail: 'Nothing is kept or sent',
  readyDetail: 'Check this phone before you go',
  how: 'How it works',
  fillIn: 'Fill it in, signal or not',
  fillInDetail:
    'Details, photos of the documents, a signature. Each change is saved on this phone as you make it.',
  submit: 'Submit and move on',
  submitDetail: 'It waits safely in the outbox. Help the next customer.',
  submitDetailWhileOpen:
    'It waits safely in the outbox while you help the next customer. This browser sends it while Veld is open.',
  sent: 'It sends itself, once',
  sentDetail:
    'When there is signal, Veld delivers it. The outbox shows you what was sent and what needs you.',
  need: 'Have these ready',
  needCustomer: 'The customer, in person, with their ID, passport or permit',
  needSim: 'The SIM card with its number (it starts with 89)',
  needAddress: 'The address, or what is near',
  needBusiness: 'For a business: its registration document',
  needAffidavit: 'For a lost or stolen SIM: the police affidavit, if there is one',
} as const;

export const siteText = defineTexts(site);

export const share = {
  title: 'Share Veld',
  message: 'Veld: register SIM cards, with or without signal',
  button: 'Share this site',
  copy: 'Copy link',
  email: 'Email',
  copied: 'Link copied.',
  copyByHand: 'Copy this address:',
} as const;

export const shareText = defineTexts(share);
