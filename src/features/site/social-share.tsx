import { useId, useState } from 'react';
import { pagesText } from '../../messages/shell.ts';
import { shareText, siteText } from '../../messages/site.ts';
import { TERMS_PATH } from '../../paths/page-paths.ts';
import { Button, buttonClass } from '../../ui/content/button.tsx';
import { IconLink, IconShare } from '../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../ui/frame/link.tsx';
import { sendsWhenClosed } from '../../worker/unsent-advice.ts';
import styles from './social-share.module.css';

export interface ShareLink {
  readonly name: string;
  readonly href: string;
}

/**
 * The address of the site's front page. It has no path, query or fragment, which could reveal the person's current
 * work.
 */
export function siteAddress(currentAddress: string): string {
  return `${new URL(currentAddress).origin}/`;
}

/** Links that share the address, without scripts of those services. */
export function shareLinks(address: string): readonly ShareLink[] {
  const { message, email } = shareText();
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(message);
  const both = encodeURIComponent(`${message} ${address}`);
  return [
    { name: 'WhatsApp', href: `https://wa.me/?text=${both}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: 'X', href: `https://x.com/intent/post?text=${text}&url=${url}` },
    { name: email, href: `mailto:?subject=${text}&body=${both}` },
  ];
}

type Copied = 'no' | 'yes' | 'byHand';

/** Shares the site with the platform's share sheet, or with links if there is none. Never shares customer data. */
export function SocialShare() {
  const t = shareText();
  const heading = useId();
  const [copied, setCopied] = useState<Copied>('no');
  // An older browser has no share sheet.
  const [hasSheet, setHasSheet] = useState('share' in navigator);
  const address = siteAddress(location.href);

  const openSheet = () =>
    navigator
      .share({ title: pagesText().product, text: t.message, url: address })
      // AbortError means that the person closed the share sheet, which is not an error.
      .catch(({ name }: Error) => setHasSheet(name === 'AbortError'));

  async function copyLink() {
    try {
      // Without HTTPS there is no clipboard, and this line throws.
      await navigator.clipboard.writeText(address);
      setCopied('yes');
    } catch {
      setCopied('byHand');
    }
  }

  return (
    <section aria-labelledby={heading} className={styles['share']}>
      <h2 className={styles['shareTitle']} id={heading}>
        {t.title}
      </h2>
      {hasSheet ? (
        <div>
          <Button icon={<IconShare />} onClick={openSheet}>
            {t.button}
          </Button>
        </div>
      ) : (
        <ul className={styles['places']}>
          <li>
            <Button icon={<IconLink />} onClick={copyLink}>
              {t.copy}
            </Button>
          </li>
          {shareLinks(address).map(({ name, href }) => (
            <li key={name}>
              <a
                className={buttonClass('secondary')}
                href={href}
                rel="noopener noreferrer"
                target="_blank"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={styles['said']} role="status">
        {copied === 'yes' ? t.copied : null}
        {copied === 'byHand' ? (
          <>
            {t.copyByHand} <strong className={styles['address']}>{address}</strong>
          </>
        ) : null}
      </p>
    </section>
  );
}

/** How Veld works, what an agent needs, the terms, and the links to share Veld. At the end of 'Help'. */
export function AboutVeld({ Link }: { readonly Link: LinkComponent }) {
  const t = siteText();
  const steps = [
    [t.fillIn, t.fillInDetail],
    [t.submit, sendsWhenClosed() ? t.submitDetail : t.submitDetailWhileOpen],
    [t.sent, t.sentDetail],
  ];
  return (
    <>
      <section aria-labelledby="how" className={styles['about']}>
        <h2 id="how">{t.how}</h2>
        <ol className={styles['steps']}>
          {steps.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="need" className={styles['need']}>
        <h2 id="need">{t.need}</h2>
        <ul>
          <li>{t.needCustomer}</li>
          <li>{t.needSim}</li>
          <li>{t.needAddress}</li>
          <li>{t.needBusiness}</li>
          <li>{t.needAffidavit}</li>
        </ul>
      </section>
      <SocialShare />
      <p>
        <Link to={TERMS_PATH}>{pagesText().termsConditions}</Link>
      </p>
    </>
  );
}
