// Which link targets may be followed. Everything else is shown as plain text.

const allowedSchemes = new Set(['http', 'https', 'mailto', 'file']);
/** A scheme has two letters at least: one letter and a colon is a Windows drive. */
const scheme = /^([a-z][a-z0-9+.-]+):/i;
const control = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g;

/** The target as the host shall get it, or undefined when it must not be followed. */
export function safeHref(href: string): string | undefined {
  // Browsers skip control characters inside a scheme, so they must not hide one from us.
  const visible = href.replace(control, '');
  if (visible === '' || visible.startsWith('#')) return undefined;
  let decoded = visible;
  try {
    decoded = decodeURIComponent(visible).replace(control, '');
  } catch {
    // Not percent-encoded text: judged as it stands.
  }
  for (const form of [visible, decoded]) {
    const named = scheme.exec(form)?.[1]?.toLowerCase();
    // `name.ts:12` is a file and a line, not a scheme.
    if (named !== undefined && !allowedSchemes.has(named) && !/^[^:]*\.[^:]*:\d+(?::\d+)?$/.test(form)) {
      return undefined;
    }
  }
  return href.trim();
}
