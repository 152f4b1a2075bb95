import { identityKinds } from './customer.ts';
import type { Option, OptionLists, OwnOption } from './form.ts';

const same = (text: string): Option => ({ value: text, label: text });

/** The lists until the server sends its own. Business types have the specification's numbers. */
export const builtInOptions: OptionLists = {
  titles: [
    'Mr',
    'Mrs',
    'Ms',
    'Miss',
    'Mx',
    'Dr',
    'Prof',
    'Rev',
    'Pastor',
    'Bishop',
    'Adv',
    'Judge',
    'Hon',
    'Chief',
  ].map(same),
  businessTypes: [
    { value: '1', label: 'Private company' },
    { value: '2', label: 'Public company' },
    { value: '3', label: 'Close corporation' },
    { value: '4', label: 'Non-profit' },
    { value: '5', label: 'Government' },
    { value: '6', label: 'Joint venture' },
    { value: '7', label: 'Partnership' },
    { value: '8', label: 'Trust' },
    { value: '9', label: 'Body corporate' },
    { value: '10', label: 'Sole proprietor' },
    { value: '0', label: 'Other' },
  ],
};

export const commonTitles = ['Mr', 'Mrs', 'Ms'] as const;

export const identityKindOptions: readonly OwnOption[] = [
  { value: identityKinds.saId, name: 'saId' },
  { value: identityKinds.passport, name: 'passport' },
];

/** Options of a boolean field: `true` means 'Business'. */
export const customerTypeOptions: readonly OwnOption[] = [
  { value: 'false', name: 'individual' },
  { value: 'true', name: 'business' },
];
