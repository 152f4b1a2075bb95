import { shareText } from '../../messages/share.ts';

export interface ShareLink {
  readonly name: string;
  readonly href: string;
}

/** The address of the site's front page. Without path, query and fragment, which could show what the person is doing. */
export function siteAddress(currentAddress: string): string {
  return `${new URL(currentAddress).origin}/`;
}

/** Links that share the address, without any script of those services. */
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
