import type { PictureType } from './domain/forms/sent-files.ts';

/**
 * What photos are sent as (`VITE_PHOTO_FORMAT`): WebP, which is about a quarter smaller (`npm run bench image-shrinking`), unless this
 * build's backend takes no WebP.
 */
export const photoType: PictureType =
  String(import.meta.env['VITE_PHOTO_FORMAT'] ?? '').trim() === 'jpeg'
    ? 'image/jpeg'
    : 'image/webp';
