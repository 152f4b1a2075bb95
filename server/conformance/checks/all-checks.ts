import type { Check } from '../conformance-check.ts';
import { antiForgeryChecks } from './anti-forgery-checks.ts';
import { crossOriginChecks } from './cross-origin-checks.ts';
import { fileChecks, removalChecks, slowLinkChecks } from './files-checks.ts';
import { formChecks } from './forms-checks.ts';
import { onceChecks } from './once-checks.ts';
import { piecesChecks } from './pieces-checks.ts';
import { infoChecks, reachChecks } from './reach-checks.ts';

export const allChecks: readonly Check[] = [
  ...reachChecks,
  ...infoChecks,
  ...crossOriginChecks,
  ...antiForgeryChecks,
  ...formChecks,
  ...fileChecks,
  ...removalChecks,
  ...onceChecks,
  ...piecesChecks,
  ...slowLinkChecks,
];
