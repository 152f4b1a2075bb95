/** As photos are taken as JPEG: `shrink-plan.ts` says why. */
const QUALITY = 0.45;

/** The picture as JPEG, in page and worker alike; null: the browser cannot decode it, or has no canvas here. */
export async function jpegOf(picture: Blob): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(picture);
    try {
      const canvas = new OffscreenCanvas(image.width, image.height);
      // The encoder reads the pixels at once: they would have to be copied back from a canvas in graphics memory.
      const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
      if (context === null) return null;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, image.width, image.height);
      context.drawImage(image, 0, 0);
      const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
      return jpeg.type === 'image/jpeg' ? jpeg : null;
    } finally {
      image.close();
    }
  } catch {
    return null;
  }
}
