import type { Notes } from '../area.ts';
import { plural } from '../count.ts';

/** What stands above a form's section when something is wrong: with what is typed, with the disk, or to the server. */
export const formNotices = {
  full: 'Not saved: this device is full',
  fullDetail:
    'What you typed is still on this screen, so leave it open. Free at least 50 MB (photos, videos, apps); then it is saved by itself.',
  notSavedYet: 'Not saved yet',
  notSavedYetDetail:
    'What you typed is still on this screen, so leave it open. It is tried again by itself every few seconds.',
  stale: 'Open in another tab',
  staleDetail:
    'This form was changed in another tab or window. So that the two do not overwrite each other, it can only be read here.',
  takeOver: 'Take over here',
  formRefused: 'This form was not accepted',
  fileRefused: 'A file was not accepted',
  wrong: plural('{count} answer needs attention', '{count} answers need attention'),
} as const;

export const notes = {
  wrong: 'A heading over what is wrong, which are links to the answers.',
} satisfies Notes<typeof formNotices>;
