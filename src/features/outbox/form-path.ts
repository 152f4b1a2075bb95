import type { Submission } from '../../domain/submission-types.ts';

const starts = { registration: '/register', replacement: '/replace' } as const;

/** Where the form of a draft, or of a refused submission, opens. */
export const formPath = ({ kind, id }: Pick<Submission, 'kind' | 'id'>): string =>
  `${starts[kind]}/${id}`;
