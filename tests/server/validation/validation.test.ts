import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInOptions } from '../../../src/domain/forms/options.ts';
import { type Device, type Harness, openHarness } from '../support/harness.ts';
import {
  business,
  filePart,
  formIdPart,
  individual,
  jpeg,
  registrationBody,
  replacement,
  replacementBody,
} from '../support/samples.ts';

const registerSim = '/api/SimRegistration/RegisterSim';
const replaceSim = '/api/SimReplacement/ReplaceSim';

let server: Harness;
let phone: Device;
let formId: string;
beforeEach(async () => {
  server = await openHarness();
  phone = server.device();
  formId = await phone.newForm();
});
afterEach(() => server.close());

const post = (url: string, body: unknown) => phone.call({ method: 'POST', url, body });
const register = (formData: object, rest: object = {}) =>
  post(registerSim, { ...registrationBody(formId), formData, ...rest });
const replace = (formData: object, rest: object = {}) =>
  post(replaceSim, { ...replacementBody(formId), formData, ...rest });

describe('a form that breaks a rule', () => {
  it('is refused in ASP.NET’s format, by field', async () => {
    const reply = await register({ ...individual, simCardNumber: '12' });
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({
      type: expect.any(String),
      title: 'One or more validation errors occurred.',
      status: 400,
      traceId: expect.any(String),
      errors: {
        'FormData.SimCardNumber': [
          'The SIM card number must begin with 89 and have 18 to 20 digits.',
        ],
      },
    });
    expect((await server.counts()).submissions).toBe(0);
  });

  it.each(['title', 'firstName', 'surname', 'idNumber', 'simCardNumber', 'streetName', 'city'])(
    'is refused for want of %s',
    async (name) => {
      const key = `FormData.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      for (const value of [undefined, null, '', '  ']) {
        const reply = await register({ ...individual, [name]: value });
        expect(Object.keys(reply.json.errors)).toEqual([key]);
      }
    },
  );

  it.each([
    ['idNumber', '8001015009086'],
    ['idNumber', '8513154800084'],
    ['idNumber', '9902295000085'],
    ['idNumber', 'ABCDEFGH'],
    ['idNumber', 8001015009087],
    ['simCardNumber', '8827010000001234560'],
    ['simCardNumber', '892701000000123456789'],
    ['cellphone', '0821234567'],
    ['telephone', '+2782123456'],
    ['emailAddress', 'a@b'],
    ['firstName', 'x'.repeat(101)],
    ['unitNumber', 'x'.repeat(31)],
    ['surname', { $ne: '' }],
    ['firstName', ['Thandi']],
  ])('is refused for %s %j', async (name, value) => {
    const reply = await register({ ...individual, [name]: value });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.json.errors)).toEqual([
      `FormData.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    ]);
  });

  it.each([
    ['businessType', '1'],
    ['businessType', 11],
    ['businessType', 1.5],
    ['businessType', undefined],
    ['businessVatNumber', '3012345676'],
    ['businessRegistrationNumber', undefined],
    ['businessAddress', 'x'.repeat(251)],
    ['keyContactSurname', undefined],
  ])('is refused for a business’s %s %j', async (name, value) => {
    const reply = await register({ ...business, [name]: value }, { isBusinessCustomer: true });
    expect(Object.keys(reply.json.errors)).toEqual([
      `FormData.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    ]);
  });

  it.each([
    ['msisdn', '+27821234567'],
    ['msisdn', undefined],
    ['imsi', '6550101234567'],
    ['deviceImei', '352099001761482'],
    ['customerAccountNumber', 'x'.repeat(31)],
  ])('is refused for a replacement’s %s %j', async (name, value) => {
    const reply = await replace({ ...replacement, [name]: value });
    expect(Object.keys(reply.json.errors)).toEqual([
      `FormData.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    ]);
  });

  it('is refused for a field that does not apply to the customer', async () => {
    for (const data of [
      { ...individual, businessName: 'Ubuntu' },
      { ...individual, canary: 'Canary-77' },
    ]) {
      const reply = await register(data);
      expect(Object.keys(reply.json.errors)).toEqual(['FormData']);
      expect(reply.text).not.toContain('anary');
    }
  });
});

describe('an unusual but valid form', () => {
  it.each([
    { idNumber: '0002295000083' },
    { idNumber: '8801235111286' },
    { idNumber: 'PTAABC012345678' },
    { simCardNumber: '892701000000123456' },
    { simCardNumber: '8991101200003204510' },
    { cellphone: '+263771234567' },
    { emailAddress: 'naïve@exämple.com' },
    { firstName: 'Ó' },
    { surname: "O'Brien–Mthembu" },
    { emailAddress: '' },
    { workStreetName: 'Near the clinic' },
  ])('is taken: %j', async (change) => {
    expect((await register({ ...individual, ...change })).json.errors).toBeUndefined();
  });

  it('is accepted from businesses of every type', async () => {
    for (let businessType = 0; businessType <= 10; businessType += 1) {
      const reply = await register({ ...business, businessType }, { isBusinessCustomer: true });
      expect(reply.status).toBe(200);
    }
    const { businessRegistrationNumber: _, ...unregistered } = { ...business, businessType: 10 };
    expect((await register(unregistered, { isBusinessCustomer: true })).status).toBe(200);
    const entity = { businessName: 'Ubuntu', entityRegistrationNumber: 'IT1234/2014(G)' };
    const fresh = await phone.newForm();
    const body = { ...replacementBody(fresh), formData: { ...replacement, ...entity } };
    expect((await post(replaceSim, { ...body, isBusinessCustomer: true })).status).toBe(200);
  });
});

describe('a text', () => {
  it.each([
    ['O’Brien-van der Merwe'],
    ["D'Árcy"],
    ['Ngũgĩ wa Thiong’o'],
    ['नि\u200dशा'],
    ['می\u200cخواهم'],
    ['\u200fשרה'],
    ['𠮷野'],
    ['👩\u200d🌾 Farm'],
    ['Tab\tin it'],
  ])('of a person who is called %j is taken as it is', async (surname) => {
    expect((await register({ ...individual, surname })).status).toBe(200);
    const [form] = await server.stored();
    expect(form?.content?.formData['surname']).toBe(surname);
  });

  it.each([
    ['surname', 'a\0b'],
    ['surname', 'a\u0007b'],
    ['city', 'a\u009fb'],
    ['firstName', 'a\ud83d'],
    ['emailAddress', 'a\u0001@example.co.za'],
    ['title', 'Emperor'],
    ['title', 'mr'],
  ])('is refused by field for what cannot be shown or chosen: %s %j', async (name, value) => {
    const reply = await register({ ...individual, [name]: value });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.json.errors)).toEqual([
      `FormData.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    ]);
  });

  it('of every title in the app is accepted', async () => {
    for (const { value } of builtInOptions.titles) {
      expect((await register({ ...individual, title: value })).status).toBe(200);
    }
  });
});

describe('a body of another shape', () => {
  it.each([
    [{ formId: 'not-a-uuid' }, 'FormId'],
    [{ formId: null }, 'FormId'],
    [{ latitude: '1' }, 'Latitude'],
    [{ latitude: 91 }, 'Latitude'],
    [{ longitude: -181 }, 'Longitude'],
    [{ isBusinessCustomer: 'false' }, 'IsBusinessCustomer'],
    [{ formData: 'text' }, 'FormData'],
    [{ formData: [] }, 'FormData'],
    [{ surprise: 1 }, '$'],
  ])('is refused: %j', async (change, key) => {
    const reply = await post(registerSim, { ...registrationBody(formId), ...change });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.json.errors)).toContain(key);
  });

  it.each(['{"formId": ', 'null', '[]', '"text"', '{"__proto__": {"a": 1}}'])(
    'is refused when it is %s',
    async (text) => {
      const reply = await post(registerSim, text);
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.json.errors)).toContain('$');
    },
  );

  it('is refused if it has another type or is too big', async () => {
    const wrongType = await phone.call({
      method: 'POST',
      url: registerSim,
      body: 'formId=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(wrongType.status).toBe(415);
    const notMultipart = await post('/api/SimRegistration/SaveSignature', { formId });
    expect(notMultipart.status).toBe(415);
    const big = await register({ ...individual, suburb: 'x'.repeat(70_000) });
    expect(big.status).toBe(413);
  });
});

describe('a form id', () => {
  it('must have been issued', async () => {
    const stranger = randomUUID();
    const json = await post(registerSim, registrationBody(stranger));
    const upload = await phone.upload('/api/SimRegistration/SaveIdDocument', [
      formIdPart(stranger),
      filePart('a.jpg', jpeg()),
    ]);
    for (const reply of [json, upload]) {
      expect(reply.status).toBe(400);
      expect(reply.json.errors).toEqual({
        FormId: ['This form is not known. Ask for a new form id.'],
      });
    }
    expect(server.onDisk()).toEqual({ kept: [], incoming: [] });
  });

  it('works for one kind of form only', async () => {
    await register(individual);
    expect(Object.keys((await replace(replacement)).json.errors)).toEqual(['FormId']);
  });

  it('is deleted after a year without use, and earlier if a device requests very many', async () => {
    const greedy = server.device();
    const asked: string[] = [];
    for (let n = 0; n < 55; n += 1) {
      server.clock.now += 1000;
      asked.push(await greedy.newForm());
    }
    const used = asked[0] ?? '';
    const body = registrationBody(used);
    await greedy.call({ method: 'POST', url: '/api/SimRegistration/RegisterSim', body });
    const start = server.clock.now;
    const leftAfter = async (days: number) => {
      await server.app.close();
      server = await openHarness({ now: () => start + days * 24 * 3600_000 }, server.dataDir);
      return (await server.stored()).map((form) => form.formId);
    };
    const counts = [];
    for (const days of [29, 30, 31, 32, 365]) counts.push((await leftAfter(days)).length);
    // The greedy device keeps the used id and 50 others. The other device keeps its only id.
    expect(counts).toEqual([56, 56, 52, 52, 52]);
    await leftAfter(366);
    expect(await leftAfter(367)).toEqual([used]);
  });

  it('is still known after a restart', async () => {
    server = await server.restart();
    phone = server.device(phone.id);
    await phone.newForm();
    expect((await register(individual)).status).toBe(200);
  });
});
