import { Banner } from '../../ui/banner.tsx';
import type { SecondCopy } from './second-copy.ts';

/** What the person should know of where the records lie; nothing where all is well. */
export function StorageWords({ copy }: { readonly copy: SecondCopy | null }) {
  switch (copy) {
    case 'refused':
      return (
        <Banner kind="warning" title="No second copy now">
          This browser refuses it here. If this is a private window, it forgets everything when it
          is closed, also what was not sent. Open Veld in a normal window, or keep this one open
          until everything is sent.
        </Banner>
      );
    case 'failing':
      return (
        <Banner kind="warning" title="No second copy now">
          What you submit is kept on this phone, but only once: the place for its second copy cannot
          be opened. Send soon, and tell support.
        </Banner>
      );
    default:
      return null;
  }
}
