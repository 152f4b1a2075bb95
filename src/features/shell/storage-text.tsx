import { noticesText } from '../../messages/notices.ts';
import { Banner } from '../../ui/frame/banner.tsx';
import { GetHelp } from '../../ui/frame/get-help.tsx';
import type { SecondCopy } from './second-copy-state.ts';

/** The notice that second copies can't be written; nothing if they can. */
export function StorageText({ copy }: { readonly copy: SecondCopy | null }) {
  const t = noticesText();
  if (copy !== 'refused' && copy !== 'failing') return null;
  return (
    <Banner
      actions={copy === 'failing' ? <GetHelp /> : undefined}
      isFullWidth
      kind="warning"
      title={t.noSecondCopy}
    >
      {copy === 'refused' ? t.copyRefused : t.copyFailing}
    </Banner>
  );
}
