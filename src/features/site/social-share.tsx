import { useId, useState } from 'react';
import { pagesText } from '../../messages/shell.ts';
import { shareText } from '../../messages/site.ts';
import { Button, buttonClass } from '../../ui/content/button.tsx';
import { IconLink, IconShare } from '../../ui/frame/icons.tsx';
import styles from './home.module.css';

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
