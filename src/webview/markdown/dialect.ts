// Our Markdown: GFM, with raw HTML as text, images and unsafe links as words, code for codeBlock.ts.
import { Lexer, Parser, Renderer, Tokenizer, type MarkedOptions, type Token, type Tokens } from 'marked';
import { t } from '../text';
import { safeHref } from './links';

export type Links = Record<string, Pick<Tokens.Link, 'href' | 'title'>>;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The lexer leaves character references in a link target for the browser to resolve; we need it plain. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // The content of a textarea is text alone: nothing in it becomes an element.
  const area = document.createElement('textarea');
  area.innerHTML = text.replaceAll('<', '&lt;');
  return area.value;
}

class PlainHtmlTokenizer extends Tokenizer {
  // Without these two, what looks like HTML is lexed as text, and text is escaped.
  override html(): undefined {
    return undefined;
  }

  override tag(): undefined {
    return undefined;
  }
}

class SafeRenderer extends Renderer {
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }

  override link({ href, tokens, text, autolink }: Tokens.Link): string {
    const label = autolink === true ? escapeHtml(text) : this.parser.parseInline(tokens);
    return anchor(autolink === true ? href : decodeEntities(href), label);
  }

  override image({ href, text }: Tokens.Image): string {
    return anchor(decodeEntities(href), escapeHtml(t('blockedImage', text === '' ? href : text)));
  }

  override listitem(item: Tokens.ListItem): string {
    return `<li${item.task ? ' class="md-task-item"' : ''}>${this.parser.parse(item.tokens)}</li>\n`;
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    const mark = checked ? '☑' : '☐';
    return `<span class="md-task" role="img" aria-label="${escapeHtml(t(checked ? 'taskDone' : 'taskOpen'))}">${mark}</span> `;
  }
}

/** No href: following a link is the host's business, whatever key or button is used. */
function anchor(href: string, label: string): string {
  const safe = safeHref(href);
  if (safe === undefined) return label;
  const value = escapeHtml(safe);
  return `<a role="link" tabindex="0" data-href="${value}" title="${value}">${label}</a>`;
}

const tokenizer = new PlainHtmlTokenizer();
const renderer = new SafeRenderer();
const options: MarkedOptions = { gfm: true, breaks: false, silent: true, tokenizer, renderer };

/** `links` are the definitions known so far; those in `source` count for this call only. */
export function lex(source: string, links: Links): Token[] {
  const lexer = new Lexer(options);
  lexer.tokens.links = Object.assign(Object.create(null) as Links, links);
  try {
    return lexer.lex(source);
  } catch {
    // Nesting deep enough to exhaust the stack: show it as it stands.
    return [{ type: 'code', raw: source, text: source } satisfies Tokens.Code];
  }
}

/** HTML that still has to pass sanitize.ts. */
export function toHtml(tokens: Token[]): string {
  try {
    return Parser.parse(tokens, options);
  } catch {
    return `<p>${escapeHtml(tokens.map(({ raw }) => raw).join(''))}</p>`;
  }
}
