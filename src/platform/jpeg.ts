/** The JPEG quality of photos. `shrink-plan.ts` gives the reason. */
const QUALITY = 0.45;

/** Converts a picture to JPEG, in page or worker. Returns null if the browser cannot decode the picture or has no canvas. */
export async function jpegOf(picture: Blob): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(picture);
    try {
      const canvas = new OffscreenCanvas(image.width, image.height);
      // The encoder reads the pixels immediately. From a canvas in graphics memory they would have to be copied back.
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
