/** The operator's support contacts, set when the app is built. Each may be empty. */
export type SupportContacts = Readonly<{
  /** The phone number as people dial it. */
  phone: string;
  /** The number in international form. */
  whatsapp: string;
  email: string;
}>;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const supportContacts: SupportContacts = {
  phone: text(import.meta.env['VITE_SUPPORT_PHONE']),
  whatsapp: text(import.meta.env['VITE_SUPPORT_WHATSAPP']),
  email: text(import.meta.env['VITE_SUPPORT_EMAIL']),
};
