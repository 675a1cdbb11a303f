// What may stand for a package in settings, in the registry and in a plan. No leading dash, which npx and uvx would
// take for an option; no path and no address, which would run what nobody has published.

/** `name` or `@scope/name`, with a version, a range or a tag. */
const NPM = /^(?:@[\w~-][\w.~-]*\/)?[\w~][\w.~-]*(?:@[\w.^~<>=*+|-]+)?$/;
/**
 * As in https://packaging.python.org/en/latest/specifications/dependency-specifiers, or with uv's `@1.2.3`: a name, its
 * extras in brackets, a version.
 */
const PYTHON =
  /^[A-Za-z\d](?:[\w.-]*[A-Za-z\d])?(?:\[[\w,. -]+\])?(?:(?:===?|[<>!~]=|[<>@])[\w.*+!][\w.*+!,<>=~-]*)?$/;

export function isNpmPackage(name: string): boolean {
  return NPM.test(name);
}

export function isPythonPackage(name: string): boolean {
  return PYTHON.test(name);
}
