// Node.js packs neither bzip2 nor xz: archives made with `tar` and `bzip2`, as base64.

/** A tar with an executable `tool`, which prints hello. */
export const tarBz2 = Buffer.from(
  'QlpoOTFBWSZTWVwpAgsAAHtbgMqSaADXgAAEemWeAAgIIABURqmmjQyAHogb1IJKQPUA0ABoaR5tJEIGmQhD4OYdU06BDgh1KSPjh5jS' +
    'JnIEiwIzVVyWLbXAy+Xc5zmrvDVc15hSBpoAET8XckU4UJBcKQIL',
  'base64',
);

/** `x`, packed by xz. */
export const xz = Buffer.from(
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAAeAAAAABFru+D+O4WCgABGQGlLIHMH7bzfQEAAAAABFla',
  'base64',
);

/** 64 MB of nothing. */
export const bombBz2 = Buffer.from(
  'QlpoOTFBWSZTWdcVKggFfj7bgMyAQABNgAAEYASeAAAIIABwUwmmgNMQRRIaGmhppfYyKgCqolBAQFVRLe2rvHG9UBAVVEgI5kZgS8lYaF6TJSbyfYIxnOM1VQBVUT8xQVkmU1nD5Y4NAKKCQADBAAAIIAAwzAUppiBITYkCQni7kinChINuftDg',
  'base64',
);
