import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  Contacts,
  contactLinks,
  ForSupport,
  supportMessage,
} from '../../../src/features/help/contacts.tsx';
import { GetHelp } from '../../../src/ui/frame/get-help.tsx';

const facts = {
  deviceIdentifier: '11111111-2222-4333-8444-555555555555',
  version: '1.2.3',
  lastAnswer: {
    at: Date.parse('2026-11-21T14:05'),
    call: 'RegisterSim',
    httpStatus: 503,
    requestId: 'req-7',
  },
};
const none = { phone: '', whatsapp: '', email: '' };
const all = { phone: '0800 123 456', whatsapp: '+27 82 123 4567', email: 'help@veld.example' };

describe('the details for support', () => {
  it('are the phone, the version, the last answer and its request id, and nothing else', () => {
    expect(supportMessage(facts)).toBe(
      [
        'Phone ID: 11111111-2222-4333-8444-555555555555',
        'App version: 1.2.3',
        'Server’s last answer: 503 to RegisterSim, 21 Nov 2026, 14:05',
        'Request ID: req-7',
      ].join('\n'),
    );
  });

  it('say so if there was no answer yet', () => {
    const message = supportMessage({ ...facts, lastAnswer: null, deviceIdentifier: null });
    expect(message).toContain('Server’s last answer: None yet');
    expect(message).not.toContain('Request ID');
  });
});

describe('the contacts of support', () => {
  it('are those of the build, with the message if the contact supports one', () => {
    const [call, whatsapp, email, ...more] = contactLinks(all, 'Version: 1\nId: 2');
    expect(call).toEqual({ href: 'tel:0800123456', text: 'Call 0800 123 456' });
    expect(whatsapp?.href).toBe('https://wa.me/27821234567?text=Version%3A%201%0AId%3A%202');
    expect(email?.href).toBe(
      'mailto:help@veld.example?subject=Veld%3A%20help&body=Version%3A%201%0AId%3A%202',
    );
    expect(more).toEqual([]);
    expect(contactLinks({ ...none, email: all.email }, '')).toHaveLength(1);
  });

  it('are shown nowhere in a build without contacts, which still shows the details', () => {
    expect(contactLinks(none, '')).toEqual([]);
    expect(renderToStaticMarkup(<Contacts contacts={none} facts={facts} />)).toBe('');
    const html = renderToStaticMarkup(<ForSupport contacts={none} facts={facts} />);
    expect(html).not.toContain('href');
    expect(html).toContain('req-7');
    expect(renderToStaticMarkup(<GetHelp />)).toBe('');
  });
});
