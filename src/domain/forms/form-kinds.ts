type Row = Readonly<{
  /** Of all its calls: the first part of their paths on the server. */
  folder: `Sim${string}`;
  /** The call that takes the form itself: the second part. */
  call: string;
}>;

/** Each kind of form, as the server and the outbox know it. What it asks for is in the table of its name. */
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

/** The kinds with their names, for whoever needs all of them. */
export const formKindRows = Object.entries(formKinds).map(([kind, row]) => ({
  kind: kind as FormKind,
  ...row,
}));

/** By what the operator's side finds a form: which of its fields say it. The reference is made of the form's id. */
export const foundBy = {
  reference: [],
  sim: ['simCardNumber'],
  /** Any number of the customer's. */
  phone: ['cellphone', 'telephone', 'msisdn'],
  identity: ['idNumber'],
  surname: ['surname'],
  business: ['businessName'],
} as const;

export type SearchKind = keyof typeof foundBy;

export const searchKinds = Object.keys(foundBy) as readonly SearchKind[];
