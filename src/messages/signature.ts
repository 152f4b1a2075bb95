import { area } from './area.ts';
import { signature } from './en/signature.ts';

export const signatureText = area(signature);
