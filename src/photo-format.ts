import type { PictureType } from './domain/forms/sent-files.ts';

/**
 * What photos are sent as (`VITE_PHOTO_FORMAT`): WebP, which is a third smaller at the same legibility, unless this build's backend
 * takes no WebP.
 */
export const photoType: PictureType =
  String(import.meta.env['VITE_PHOTO_FORMAT'] ?? '').trim() === 'jpeg'
    ? 'image/jpeg'
    : 'image/webp';
