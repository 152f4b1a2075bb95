import { describe, expect, it } from 'vitest';
import { lazyScreen } from '../../src/app/router.tsx';

describe('a screen that is loaded on demand', () => {
  it('throws if its code cannot be loaded, and is loaded again by the next preload', async () => {
    let isThere = false;
    const Settings = () => null;
    const screen = lazyScreen(async () => {
      if (!isThere) throw new TypeError('Importing a module script failed.');
      return { Settings };
    }, 'Settings');
    await screen.preload();
    expect(screen).toThrow('Importing a module script failed.');
    isThere = true;
    await screen.preload();
    expect(screen()).toMatchObject({ type: Settings });
  });

  it('is loaded once', async () => {
    let times = 0;
    const screen = lazyScreen(async () => {
      times += 1;
      return { Settings: () => null };
    }, 'Settings');
    await Promise.all([screen.preload(), screen.preload()]);
    await screen.preload();
    expect(times).toBe(1);
  });
});
