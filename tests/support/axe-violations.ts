import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { atRest } from './at-rest.ts';

/** What axe finds wrong with the page in light and in dark, once its colours stay. Contrast is that of AAA, 7:1. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ rules: { 'color-contrast-enhanced': { enabled: true } } });
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ failureSummary }) => `${colorScheme}: ${id}: ${failureSummary}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}
