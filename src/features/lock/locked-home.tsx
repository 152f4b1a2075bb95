import { lockText } from '../../messages/lock.ts';
import { OUTBOX_PATH } from '../../page-paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import type { LinkComponent } from '../../ui/link.tsx';

/** On Home, which stays public: nothing of a customer, and the way to what is locked. */
export function LockedHome({ Link }: { readonly Link: LinkComponent }) {
  const t = lockText();
  return (
    <Card title={t.locked}>
      <p>{t.homeLocked}</p>
      <Link className={buttonClass('primary', true)} to={OUTBOX_PATH}>
        {t.unlock}
      </Link>
    </Card>
  );
}
