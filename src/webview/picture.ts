// Decoding and drawing with what the browser has; kept apart because tests have no canvas.
import type { Picture } from './imageFit';

export async function decodePicture(file: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(file);
  return {
    width: bitmap.width,
    height: bitmap.height,
    encode: (width, height, type, quality) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      if (type === 'image/jpeg') {
        context.fillStyle = '#fff';
        context.fillRect(0, 0, width, height);
      }
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, width, height);
      return canvas.convertToBlob(quality === undefined ? { type } : { type, quality });
    },
    close: () => bitmap.close(),
  };
}
