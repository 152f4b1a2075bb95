import { area } from './area.ts';
import { documents } from './en/documents.ts';

export const documentsText = area(documents);
