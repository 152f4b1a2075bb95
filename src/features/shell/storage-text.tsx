import { noticesText } from '../../messages/notices.ts';
import { Banner } from '../../ui/banner.tsx';
import type { SecondCopy } from './second-copy.ts';

/** What the person should know of where the records lie; nothing where all is well. */
export function StorageWords({ copy }: { readonly copy: SecondCopy | null }) {
  const t = noticesText();
  if (copy !== 'refused' && copy !== 'failing') return null;
  return (
    <Banner isFullWidth kind="warning" title={t.noSecondCopy}>
      {copy === 'refused' ? t.copyRefused : t.copyFailing}
    </Banner>
  );
}
