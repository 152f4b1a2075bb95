import { describe, expect, it } from 'vitest';
import { pageFor } from '../../sw/page-for.ts';

describe('the page that answers a navigation', () => {
  it.each([
    ['/', '/index.html'],
    ['/help/termsconditions', '/help/termsconditions.html'],
    ['/help/termsconditions/', '/help/termsconditions.html'],
    ['/sign-in.html', '/sign-in.html'],
    ['/old-browser.html', '/old-browser.html'],
    ['/home', '/app.html'],
    ['/register', '/register.html'],
    ['/replace', '/replace.html'],
    ['/replace/0b9f6b0e-90b5-4a2c-8f6d-0f3f3c1d2e4f', '/app.html'],
    ['/outbox', '/app.html'],
    ['/apiary', '/app.html'],
    ['/v1.2/anything', '/app.html'],
    ['//', '/index.html'],
  ])('%s → %s', (path, file) => {
    expect(pageFor(path)).toBe(file);
  });

  it.each(['/api', '/api/Info/GetInfo', '/api/documents/7', '/ngsw.json', '/icons/icon-192.png'])(
    '%s is the server’s',
    (path) => {
      expect(pageFor(path)).toBeNull();
    },
  );
});
