// Makes an image small enough for an agent: behind some agents a large message ends the session.
import { imageTypeOf, MAX_THUMBNAIL } from '../shared/image';

/** Pixels of the longest side: models scale larger images down themselves. */
const MAX_EDGE = 1568;
/** Characters of base64. */
const MAX_LENGTH = 1_000_000;
/** Bytes of a file that is worth trying. */
const MAX_FILE = 64 * 1024 * 1024;
/** Pixels of the longest side: twice what is shown, for dense screens. */
const THUMBNAIL_EDGE = 192;
const MIN_EDGE = 64;
/** What is left of the longest side after each try that was still too large. */
const STEP = 0.75;
const QUALITIES = [0.9, 0.75, 0.6];

/** A decoded image. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Draws it in that size. Formats without transparency get a white ground. */
  encode(width: number, height: number, type: string, quality?: number): Promise<Blob>;
  close(): void;
}

/** Rejects when the bytes are no image that the browser knows. */
export type Decode = (file: Blob) => Promise<Picture>;

export interface FittedImage {
  /** Base64. */
  readonly data: string;
  readonly thumbnail: string;
}

export type Fit = (file: Blob) => Promise<FittedImage>;

export class UnfitImage extends Error {
  override readonly name = 'UnfitImage';

  constructor(readonly reason: 'kind' | 'broken' | 'size') {
    super(reason);
  }
}

/** @returns a function that rejects with {@link UnfitImage} */
export function fitter(decode: Decode): Fit {
  return async (file) => {
    if (file.size > MAX_FILE) throw new UnfitImage('size');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = imageTypeOf(bytes);
    if (type === undefined) throw new UnfitImage('kind');
    const picture = await decode(new Blob([bytes], { type })).catch(() => {
      throw new UnfitImage('broken');
    });
    try {
      return { data: await dataOf(picture, bytes, type), thumbnail: await thumbnailOf(picture) };
    } finally {
      picture.close();
    }
  };
}

/** An original that fits is kept byte for byte. */
async function dataOf(picture: Picture, bytes: Uint8Array, type: string): Promise<string> {
  const longest = Math.max(picture.width, picture.height);
  if (longest <= MAX_EDGE && base64Length(bytes.length) < MAX_LENGTH) return toBase64(bytes);
  for (let edge = Math.min(longest, MAX_EDGE); edge >= MIN_EDGE; edge *= STEP) {
    // Screenshots keep sharp letters as PNG; photographs would be large that way.
    const tries = [...(type === 'image/jpeg' ? [] : [undefined]), ...QUALITIES];
    for (const quality of tries) {
      const blob = await encode(picture, edge, quality === undefined ? 'image/png' : 'image/jpeg', quality);
      if (base64Length(blob.size) < MAX_LENGTH) return toBase64(await bytesOf(blob));
    }
  }
  throw new UnfitImage('size');
}

async function thumbnailOf(picture: Picture): Promise<string> {
  for (let edge = THUMBNAIL_EDGE; edge >= MIN_EDGE; edge /= 2) {
    // What the browser cannot write it writes as PNG.
    const blob = await encode(picture, edge, 'image/webp', 0.8);
    const uri = `data:${blob.type};base64,${toBase64(await bytesOf(blob))}`;
    if (uri.length <= MAX_THUMBNAIL) return uri;
  }
  return '';
}

function encode(picture: Picture, edge: number, type: string, quality?: number): Promise<Blob> {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return picture.encode(side(picture.width), side(picture.height), type, quality);
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A function takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return btoa(parts.join(''));
}
