import { describe, expect, it } from 'vitest';
import { lazyScreen } from '../../src/app/router.tsx';

describe('a screen whose code is fetched when it is wanted', () => {
  it('throws where its code cannot be had, and is fetched again when it is preloaded anew', async () => {
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

  it('is fetched once', async () => {
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
