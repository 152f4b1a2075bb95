import type { Submission } from '../../domain/submission-types.ts';

export type DeleteWords = Readonly<{ title: string; lost: string; confirm: string }>;

/** What the question before a deletion says: what will be lost, and what the server keeps. */
export function deleteWords({ status, everSent }: Submission): DeleteWords {
  if (status === 'draft') {
    return {
      title: 'Delete this draft?',
      lost: 'What was typed, the photos and the signature leave this phone. You can undo it for 10 seconds.',
      confirm: 'Delete',
    };
  }
  if (status === 'delivered') {
    return {
      title: 'Delete this receipt?',
      lost: 'The server has everything. Only this phone’s record of it goes.',
      confirm: 'Delete',
    };
  }
  if (everSent === true) {
    return {
      title: 'Delete it from this phone?',
      lost: 'Part of it has reached the server, or may have, and stays there. What has not is lost for good: nobody can finish it afterwards. This cannot be undone.',
      confirm: 'Delete for good',
    };
  }
  return {
    title: 'Delete it before it is sent?',
    lost: 'The server has nothing of it. What was typed, the photos and the signature are lost for good: the customer would have to be captured again. This cannot be undone.',
    confirm: 'Delete for good',
  };
}
