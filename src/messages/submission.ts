import { area } from './area.ts';
import { submission } from './en/submission.ts';

export const submissionText = area(submission);
