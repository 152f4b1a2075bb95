import { StorageNotice } from './storage-notice.tsx';
import { WaitingWatch, type WaitingWatchProps } from './waiting-watch.tsx';

export type DatabaseWatchProps = WaitingWatchProps;

/** Rendered once this device has a database: the notice about second copies, and the count of waiting submissions. */
export const DatabaseWatch = (props: DatabaseWatchProps) => (
  <>
    <StorageNotice />
    <WaitingWatch {...props} />
  </>
);
