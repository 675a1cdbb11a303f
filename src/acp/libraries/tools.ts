// Libraries for what happens rarely, in a bundle of its own: archives, versions, JSON with comments.
export { extract } from 'tar-stream';
export { getFileNameLowLevel, openPromise } from 'yauzl';
export { parse as parseJsonc, printParseErrorCode } from 'jsonc-parser/lib/esm/main.js';
export { source as bunzip2Worker } from './bunzip2Worker?source';
export type { BunzipAnswer } from './bunzip2Worker';
export { default as coerceVersion } from 'semver/functions/coerce';
export { default as compareVersions } from 'semver/functions/compare';
export { default as isVersionAtLeast } from 'semver/functions/gte';
export { default as parseVersion } from 'semver/functions/parse';
export { default as compareNewestFirst } from 'semver/functions/rcompare';
export { default as validVersion } from 'semver/functions/valid';
