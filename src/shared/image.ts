// What both sides must agree on about images in prompts. The bytes decide what an image is, never its name.

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** Bytes of one image that the host takes. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Characters of one thumbnail, as a data: URI: it travels with every change of the status. */
export const MAX_THUMBNAIL = 48 * 1024;

const SIGNATURES: readonly (readonly [ImageType, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** Bytes that are enough to tell the type. */
const HEAD = 12;

export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD));
  return SIGNATURES.find(([, pattern]) => pattern.test(head))?.[0];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Padded, standard alphabet, no line breaks: what agents decode. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** Bytes that valid base64 stands for. */
export function base64Size(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** The type of an image that is valid base64. */
export function imageTypeOfBase64(text: string): ImageType | undefined {
  const bytes: number[] = [];
  const head = text.slice(0, (HEAD / 3) * 4).replace(/=+$/, '');
  for (let at = 0; at + 1 < head.length; at += 4) {
    const digits = Array.from(head.slice(at, at + 4), (letter) => ALPHABET.indexOf(letter));
    const bits = digits.reduce((sum, digit, index) => sum | (digit << (18 - 6 * index)), 0);
    bytes.push(...[bits >> 16, (bits >> 8) & 255, bits & 255].slice(0, digits.length - 1));
  }
  return imageTypeOf(Uint8Array.from(bytes));
}

export function isThumbnail(text: string): boolean {
  const [, data] = /^data:image\/(?:png|jpeg|webp);base64,(.*)$/.exec(text) ?? [];
  return data !== undefined && data !== '' && text.length <= MAX_THUMBNAIL && isBase64(data);
}
