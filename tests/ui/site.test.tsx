import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FirstPanel, Home } from '../../src/features/site/home.tsx';
import { shareLinks, siteAddress } from '../../src/features/site/social-share.tsx';
import { TermsConditions } from '../../src/features/site/terms-conditions.tsx';
import { termsSections } from '../../src/features/site/terms-sections.tsx';
import type { LinkComponent } from '../../src/ui/frame/link.tsx';

/** The text of a link for a screen reader. Pictures are hidden from it. */
function links(html: string): { href: string; words: string }[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, inner]) => ({
    href: href!,
    words: inner!.replaceAll(/<[^>]+>/g, ''),
  }));
}

describe('Home', () => {
  it('links to both forms, practice and the check of the phone with plain links, without a browser', () => {
    expect(links(renderToStaticMarkup(<Home />))).toEqual([
      { href: '/register', words: 'Register a SIM' },
      { href: '/replace', words: 'Replace a SIM' },
      { href: '/practise', words: 'Practise' },
      { href: '/ready', words: 'Ready for the field' },
    ]);
  });

  it('has one heading of level 1 and one main', () => {
    const html = renderToStaticMarkup(<Home work={(part) => part === 'panel' && <FirstPanel />} />);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.match(/<main/g)).toHaveLength(1);
  });

  it('shows panel and strip before the links to new forms, and the rest after them', () => {
    const html = renderToStaticMarkup(<Home work={(part) => <p>the {part}</p>} />);
    const places = ['the panel', 'the strip', 'Register a SIM', 'Replace a SIM', 'the end'];
    const found = places.map((text) => html.indexOf(text));
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found).not.toContain(-1);
  });

  it("links with the router's component when it is given", () => {
    const Link: LinkComponent = ({ to, children }) => <b data-to={to}>{children}</b>;
    const html = renderToStaticMarkup(<Home Link={Link} work={() => null} />);
    expect(html).toContain('data-to="/register"');
    expect(html).not.toContain('<a ');
  });
});

describe('Terms and Conditions', () => {
  const html = renderToStaticMarkup(<TermsConditions />);

  it('has an anchor on each section, and a link to it in the contents', () => {
    const hrefs = links(html).map(({ href }) => href);
    for (const { id } of termsSections) {
      expect(html.split(`id="${id}"`)).toHaveLength(2);
      expect(hrefs).toContain(`#${id}`);
    }
  });

  it('links to no missing anchor', () => {
    for (const { href } of links(html)) expect(html).toContain(`id="${href.slice(1)}"`);
  });

  it('names the suburbs and the streets that stay on the phone', () => {
    expect(html).toContain('the last five suburbs with their cities');
    expect(html).toContain('the last five streets without house numbers');
  });

  it('covers every required topic', () => {
    for (const words of [
      'RICA',
      'ID book',
      'authority',
      'offence',
      'police',
      'POPIA',
      'section 18',
      'five years',
      'Law enforcement',
      'Information Regulator',
      'parent or guardian',
      'signature',
      'no signal',
      'Liability',
      'Changes to these terms',
      'How to reach us',
    ]) {
      expect(html).toContain(words);
    }
  });

  it('says that it is a template for a lawyer to approve', () => {
    expect(html).toContain('This is a template');
    expect(html).toContain('lawyer must complete and approve');
  });
});

it('the public screens have no inline style, script or handler, which the policy blocks', () => {
  for (const html of [renderToStaticMarkup(<Home />), renderToStaticMarkup(<TermsConditions />)]) {
    expect(html).not.toMatch(/ style=|<script|<style| on\w+=/);
  }
});

describe('sharing', () => {
  it('shares only the front page, from any screen', () => {
    const open = 'https://veld.example/outbox/7f3c?name=Thandi#id';
    expect(siteAddress(open)).toBe('https://veld.example/');
    for (const { href } of shareLinks(siteAddress(open))) {
      expect(decodeURIComponent(href)).toContain('https://veld.example/');
      expect(href).not.toMatch(/outbox|7f3c|Thandi/);
    }
  });

  it('offers the four places by name', () => {
    expect(shareLinks('https://veld.example/').map(({ name }) => name)).toEqual([
      'WhatsApp',
      'Facebook',
      'X',
      'Email',
    ]);
  });
});
