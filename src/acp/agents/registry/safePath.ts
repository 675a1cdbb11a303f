/** Characters of a name in an archive, and of one part of it. */
const NAME_LENGTH = 2048;
const PART_LENGTH = 255;

const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?: *(?:\..*)?)?$/i;

/** Thrown for a path that must not be used; the message says why. */
export class UnsafePath extends Error {}

/**
 * The parts of a relative path that stays inside its folder. Both slashes separate, on every platform.
 * Empty for the folder itself.
 * @throws UnsafePath
 */
export function safeParts(path: string, platform: NodeJS.Platform): readonly string[] {
  if (path.length > NAME_LENGTH) throw new UnsafePath('the name is too long');
  if (path.includes('\0')) throw new UnsafePath('the name contains NUL');
  if (/^[\\/]/.test(path)) throw new UnsafePath('the path is absolute');
  if (/^[a-z]:/i.test(path)) throw new UnsafePath('the path names a drive');
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  for (const part of parts) checkPart(part, platform);
  return parts;
}

function checkPart(part: string, platform: NodeJS.Platform): void {
  if (part === '..') throw new UnsafePath('the path leads out of its folder');
  if (part.length > PART_LENGTH) throw new UnsafePath('the name is too long');
  if (platform !== 'win32') return;
  if (isWindowsDevice(part)) throw new UnsafePath('the name is that of a device on Windows');
  if (/[. ]$/.test(part)) throw new UnsafePath('Windows drops a dot or blank at the end of a name');
  if (/[<>:"|?*\x01-\x1f]/.test(part)) throw new UnsafePath('Windows does not allow this name');
}

/** A name that Windows takes for a device, with any extension and in any folder. */
export function isWindowsDevice(name: string): boolean {
  return WINDOWS_DEVICE.test(name);
}

/**
 * The command of a registry entry as a path with forward slashes below the folder that it was unpacked to:
 * `./bin\tool.exe` -> `bin/tool.exe`. Undefined when it would leave the folder or names no file.
 */
export function relativeCommand(command: string, platform: NodeJS.Platform): string | undefined {
  try {
    const parts = safeParts(command.trim(), platform);
    return parts.length === 0 ? undefined : parts.join('/');
  } catch {
    return undefined;
  }
}
