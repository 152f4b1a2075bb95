import { shareText } from '../../messages/share.ts';

export interface ShareLink {
  readonly name: string;
  readonly href: string;
}

/** The site's front page and nothing more: no path, query or fragment, which could say what somebody is doing. */
export function siteAddress(currentAddress: string): string {
  return `${new URL(currentAddress).origin}/`;
}

/** Where a person can pass the address on, without any script of those places. */
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
