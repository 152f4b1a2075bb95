type Row = Readonly<{
  /** The first part of the paths of all its calls. */
  folder: `Sim${string}`;
  /** The call that takes the form itself: the second part. */
  call: string;
}>;

/** Each kind of form, as the server and the outbox know it. The table of the same name has its fields. */
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

/** The kinds with their names. */
export const formKindRows = Object.entries(formKinds).map(([kind, row]) => ({
  kind: kind as FormKind,
  ...row,
}));

/** The fields by which the operator's search finds a form. The reference is made from the form's id. */
export const searchableFields = {
  reference: [],
  sim: ['simCardNumber'],
  /** Any number of the customer's. */
  phone: ['cellphone', 'telephone', 'msisdn'],
  identity: ['idNumber'],
  surname: ['surname'],
  business: ['businessName'],
} as const;

export type SearchKind = keyof typeof searchableFields;

export const searchKinds = Object.keys(searchableFields) as readonly SearchKind[];
