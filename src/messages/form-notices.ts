import { area } from './area.ts';
import { formNotices } from './en/form-notices.ts';

export const formNoticesText = area(formNotices);
