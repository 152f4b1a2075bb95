import { StorageNotice } from './storage-notice.tsx';
import { WaitingWatch, type WaitingWatchProps } from './waiting-watch.tsx';

export type DatabaseWatchProps = WaitingWatchProps;

/** What looks around once this device has a database: whether that is safe, and how many wait in it. */
export const DatabaseWatch = (props: DatabaseWatchProps) => (
  <>
    <StorageNotice />
    <WaitingWatch {...props} />
  </>
);
