import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html';

/** Sanitized HTML. This module is loaded on demand, because previews are rare. */
export interface PreviewBody {
  html: string;
  /** The number of https images, shown or not. */
  images: number;
  /** Whether only the beginning of the HTML is in it. */
  isCut: boolean;
}

/** The maximum length of a preview in characters. Sanitizing this many blocks the extension host for about 100 ms. */
const longestPreview = 200_000;

interface PreviewOptions {
  /** True after the user agreed to load images. Loading shows the IP address of the user to the image hosts. */
  images: boolean;
  /** Returns the text that replaces a hidden image; `alt` may be empty. */
  imageText: (alt: string) => string;
  /** Returns the `command:` address for a link to an http(s) or mailto address. */
  linkTo: (address: string) => string;
}

const text = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'address'];
const inline = [
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'del',
  'dfn',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
];
const marks = ['samp', 'small', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr', 'ruby', 'rp', 'rt'];
const blocks = ['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'img', 'details', 'summary'];
const sections = ['section', 'article', 'header', 'footer', 'main', 'aside', 'nav'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'];

/** Elements whose content is not visible text. */
const withoutText = ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'title', 'template'];
/** Elements that would load something; links replace them. */
const embedded = ['iframe', 'video', 'audio', 'embed', 'object', 'source'];

/**
 * Sanitizes hostile HTML: removes scripts, styles, forms, frames, event handlers, and all addresses except http(s) and
 * mailto. Has no side effects.
 */
export function previewBody(html: string, options: PreviewOptions): PreviewBody {
  let images = 0;
  const image = (_: string, { src = '', alt = '', width, height }: Attributes): Tag => {
    const address = parse(src.startsWith('//') ? `https:${src}` : src);
    const isHttps = address?.protocol === 'https:';
    if (isHttps) images += 1;
    if (!isHttps || !options.images)
      return { tagName: 'span', attribs: { class: 'image' }, text: options.imageText(alt) };
    const size = { ...measure('width', width), ...measure('height', height) };
    return { tagName: 'img', attribs: { src: address.href, alt, ...size, referrerpolicy: 'no-referrer' } };
  };
  const cleaned = sanitizeHtml(html.slice(0, longestPreview), {
    allowedTags: [...text, ...inline, ...marks, ...blocks, ...sections, ...tables],
    allowedAttributes: {
      a: ['href', 'title', { name: 'class', multiple: false, values: ['embedded'] }],
      img: ['src', 'alt', 'width', 'height', 'referrerpolicy'],
      span: [{ name: 'class', multiple: false, values: ['image'] }],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      ol: ['start'],
      bdo: ['dir'],
    },
    allowedSchemes: [],
    // Only addresses from `linkTo` and https images remain.
    allowedSchemesByTag: { a: ['command'], img: ['https'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: withoutText,
    nestingLimit: 200,
    parseStyleAttributes: false,
    transformTags: {
      a: (_, { href = '' }) => link(href, options),
      img: image,
      ...Object.fromEntries(
        embedded.map(name => [name, (_: string, { src, data }: Attributes) => placeholder(src ?? data, options)]),
      ),
    },
  });
  return { html: cleaned, images, isCut: html.length > longestPreview };
}

/** Puts the target of a link into its title, because a preview has no status bar. */
function link(href: string, { linkTo }: PreviewOptions): Tag {
  const address = parse(href.startsWith('//') ? `https:${href}` : href);
  const opens = address !== undefined && ['https:', 'http:', 'mailto:'].includes(address.protocol);
  return { tagName: 'a', attribs: opens ? { href: linkTo(address.href), title: address.href } : {} };
}

function placeholder(src: string | undefined, options: PreviewOptions): Tag {
  const { attribs } = link(src ?? '', options);
  const address = attribs['title'];
  return address === undefined
    ? { tagName: 'a', attribs: {} }
    : { tagName: 'a', attribs: { ...attribs, class: 'embedded' }, text: address };
}

function measure(name: string, value: string | undefined): Attributes {
  return value !== undefined && /^\d{1,4}$/.test(value) ? { [name]: value } : {};
}

/** Accepts absolute addresses only; a relative one has no base here. */
function parse(href: string): URL | undefined {
  return URL.canParse(href) ? new URL(href) : undefined;
}
