/** What the question before a deletion says: what will be lost, and what the server keeps. */
export const deletion = {
  confirm: 'Delete',
  confirmForGood: 'Delete for good',
  what: '{kind}: {name}',
  draft: {
    title: 'Delete this draft?',
    lost: 'What was typed, the photos and the signature leave this phone. You can undo it for 10 seconds.',
  },
  receipt: {
    title: 'Delete this receipt?',
    lost: 'The server has everything. Only this phone’s record of it goes.',
  },
  partlySent: {
    title: 'Delete it from this phone?',
    lost: 'Part of it has reached the server, or may have, and stays there. What has not is lost for good: nobody can finish it afterwards. This cannot be undone.',
  },
  unsent: {
    title: 'Delete it before it is sent?',
    lost: 'The server has nothing of it. What was typed, the photos and the signature are lost for good: the customer would have to be captured again. This cannot be undone.',
  },
  odd: {
    title: 'Delete this entry?',
    lost: 'What was typed, the photos and the signature in it leave this phone. What the server has of it stays there. This cannot be undone.',
  },
  draftDeleted: 'Draft deleted.',
  draftRestored: 'Draft restored.',
  draftNotRestored: 'The draft could not be restored.',
  receiptDeleted: 'Receipt deleted.',
  deleted: 'Deleted from this phone.',
  notDeleted:
    'It was not deleted: it is being sent or saved just now. Wait until that is over, a few minutes at most, then press Delete again.',
  oddNotDeleted: 'It was not deleted. Close Veld, open it and try again.',
  export: 'Export',
} as const;
