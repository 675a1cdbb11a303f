// The last gate before the DOM: only the elements and attributes that our Markdown can need.
import createDOMPurify from 'dompurify';

const purify = createDOMPurify(window);

const config = {
  ALLOWED_TAGS: [
    ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'br', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code'],
    ...['strong', 'em', 'del', 'a', 'span', 'table', 'thead', 'tbody', 'tr', 'th', 'td', '#text'],
  ],
  ALLOWED_ATTR: ['class', 'data-href', 'title', 'role', 'tabindex', 'aria-label', 'start', 'align'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_SELF_CLOSE_IN_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

export function sanitize(html: string): DocumentFragment {
  if (purify.isSupported) {
    return purify.sanitize(html, {
      ...config,
      ALLOWED_TAGS: [...config.ALLOWED_TAGS],
      ALLOWED_ATTR: [...config.ALLOWED_ATTR],
    });
  }
  const fragment = document.createDocumentFragment();
  fragment.append(html);
  return fragment;
}
