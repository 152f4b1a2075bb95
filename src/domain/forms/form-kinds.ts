type Row = Readonly<{
  /** The first part of the path of every call. */
  folder: `Sim${string}`;
  /** The call that sends the form itself, and the second part of its path. */
  call: string;
}>;

/** Each kind of form, with its names on the wire. `registration.ts` and `replacement.ts` have the fields. */
export const formKinds = {
  registration: {
    folder: 'SimRegistration',
    call: 'RegisterSim',
  },
  replacement: {
    folder: 'SimReplacement',
    call: 'ReplaceSim',
  },
} as const satisfies Readonly<Record<string, Row>>;

export type FormKind = keyof typeof formKinds;
export type FormCall = (typeof formKinds)[FormKind]['call'];

export const formKindRows = Object.entries(formKinds).map(([kind, row]) => ({
  kind: kind as FormKind,
  ...row,
}));

/** The fields that the operator's search compares. The reference has no field, because it comes from the form's id. */
export const searchableFields = {
  reference: [],
  sim: ['simCardNumber'],
  phone: ['cellphone', 'telephone', 'msisdn'],
  identity: ['idNumber'],
  surname: ['surname'],
  business: ['businessName'],
} as const;

export type SearchKind = keyof typeof searchableFields;

export const searchKinds = Object.keys(searchableFields) as readonly SearchKind[];
