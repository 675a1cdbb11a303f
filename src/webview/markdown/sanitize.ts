// The last gate before the DOM: only the elements and attributes that our Markdown can need.
import createDOMPurify from 'dompurify';

const purify = createDOMPurify(window);

// Set once: given with every call it would be worked through every time, which takes as long as small texts do.
if (purify.isSupported) {
  purify.setConfig({
    ALLOWED_TAGS: [
      ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'br', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code'],
      ...['strong', 'em', 'del', 'a', 'span', 'table', 'thead', 'tbody', 'tr', 'th', 'td', '#text'],
    ],
    ALLOWED_ATTR: ['class', 'data-href', 'title', 'role', 'tabindex', 'aria-label', 'start', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOW_SELF_CLOSE_IN_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

export function sanitize(html: string): DocumentFragment {
  // Of the second argument only the type counts.
  if (purify.isSupported) return purify.sanitize(html, { RETURN_DOM_FRAGMENT: true });
  const fragment = document.createDocumentFragment();
  fragment.append(html);
  return fragment;
}
