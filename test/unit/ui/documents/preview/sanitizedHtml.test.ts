import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { previewBody } from '../../../../../src/ui/documents/preview/sanitizedHtml';
import { previewPage } from '../../../../../src/ui/documents/preview/previewPage';

const imageText = (alt: string) => `[image ${alt}]`;
const linkTo = (address: string) => `command:open?${encodeURIComponent(address)}`;
const clean = (html: string, images = false) => previewBody(html, { images, imageText, linkTo }).html;

it('the body of a very long content is only its beginning, so that it is shown soon', () => {
  const of = (html: string) => previewBody(html, { images: false, imageText, linkTo });
  const long = of('<p>a</p>'.repeat(100_000));
  assert.deepEqual([long.isCut, long.html.length], [true, 200_000]);
  assert.deepEqual(of('<p>a</p>'), { html: '<p>a</p>', images: 0, isCut: false });
});

const payload = 'alert(1)';

describe('the body of a content', () => {
  const hostile: [what: string, html: string, left: string][] = [
    ['a script', `<p>a<script>${payload}</script></p>`, '<p>a</p>'],
    ['a script that is not closed', `<p>a</p><script>${payload}`, '<p>a</p>'],
    ['a script in a script', `<scr<script>ipt>${payload}</script>b`, 'ipt&gt;alert(1)b'],
    ['an event', `<p onclick="${payload}" onmouseover=x>a</p>`, '<p>a</p>'],
    ['an event of an image', `<img src=x onerror="${payload}">`, '<span class="image">[image ]</span>'],
    ['an event of an element that opens', `<details open ontoggle="${payload}">a</details>`, '<details>a</details>'],
    ['a link that is a script', `<a href="javascript:${payload}">a</a>`, '<a>a</a>'],
    ['the same in disguise', `<a href=" jAvA\n\tscript&colon;${payload}">a</a>`, '<a>a</a>'],
    ['the same in entities', `<a href="&#106;avascript:${payload}">a</a>`, '<a>a</a>'],
    ['a link to a command', '<a href="command:workbench.action.quit">a</a>', '<a>a</a>'],
    ['a link into the editor', '<a href="vscode://x.y/z">a</a><a href="file:///etc/passwd">b</a>', '<a>a</a><a>b</a>'],
    ['a link with data', '<a href="data:text/html,<script>1</script>">a</a>', '<a>a</a>'],
    ['a link that is not whole', '<a href="/hserve/v1/">a</a>', '<a>a</a>'],
    ['SVG', `<svg onload="${payload}"><script>${payload}</script><text>a</text></svg>b`, 'ab'],
    ['MathML', `<math><mtext><style><img src=x onerror=${payload}></style></mtext></math>b`, 'b'],
    ['a style', '<style>@import url(https://evil.example/x);</style>a', 'a'],
    ['a style attribute', '<p style="background:url(https://evil.example/x)" class="x" id="y">a</p>', '<p>a</p>'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">a', 'a'],
    ['a base', '<base href="https://evil.example/">a', 'a'],
    ['a link element', '<link rel="stylesheet" href="https://evil.example/x.css">a', 'a'],
    ['a form', '<form action="https://evil.example"><input name="a" autofocus><button>b</button></form>', 'b'],
    ['a frame with a document', `<iframe srcdoc="<script>${payload}</script>"></iframe>a`, '<a></a>a'],
    ['a title', `<title><img src=x onerror=${payload}></title>a`, 'a'],
    ['a template', `<template><img src=x onerror=${payload}></template>a`, 'a'],
    ['noscript', `<noscript><p title="</noscript><img src=x onerror=${payload}>"></noscript>a`, 'a'],
    ['an area and its map', '<map name="a"><area href="javascript:alert(1)"></map>b', 'b'],
  ];
  for (const [what, html, left] of hostile) it(`is shown without ${what}`, () => assert.equal(clean(html, true), left));

  it('shows links with their targets', () => {
    const html =
      '<a href="https://example.com/a?b=1&amp;c" target="_top" download>a</a><a href="mailto:a@b.example">a</a>';
    const link = (shown: string, written = shown) => `<a href="${linkTo(shown)}" title="${written}">a</a>`;
    assert.equal(
      clean(html),
      link('https://example.com/a?b=1&c', 'https://example.com/a?b=1&amp;c') + link('mailto:a@b.example'),
    );
    assert.equal(clean('<a href="//e.example/x">a</a>'), link('https://e.example/x'));
  });

  it('shows a link instead of content that would be loaded', () => {
    const link = (url: string) => `<a href="${linkTo(url)}" title="${url}" class="embedded">${url}</a>`;
    assert.equal(clean('<iframe src="https://v.example/1"></iframe>'), link('https://v.example/1'));
    assert.equal(clean('<video src="https://v.example/2" autoplay></video>'), link('https://v.example/2'));
    assert.equal(clean('<object data="https://v.example/3"></object>'), link('https://v.example/3'));
    assert.equal(clean('<iframe src="javascript:alert(1)"></iframe>'), '<a></a>');
  });

  const picture =
    '<img src="https://cdn.example/a.png" srcset="https://t.example 1x" alt="A &quot;b&quot;" width="10" style="x">';

  it('shows no image before the user agrees, and counts the possible ones', () => {
    const html = `${picture}<img src="http://plain.example/a.png"><img src="data:image/png;base64,AA"><img src="a.png"><img>`;
    const body = previewBody(html, { images: false, imageText, linkTo });
    assert.equal(body.images, 1);
    assert.ok(!/<img|example|data:/.test(body.html), body.html);
    assert.ok(body.html.startsWith('<span class="image">[image A "b"]</span>'), body.html);
  });

  it('shows only images from https after the user agreed', () => {
    assert.equal(
      clean(picture, true),
      '<img src="https://cdn.example/a.png" alt="A &quot;b&quot;" width="10" referrerpolicy="no-referrer" />',
    );
    for (const src of [
      'http://plain.example/a.png',
      'data:image/svg+xml,<svg onload=alert(1)>',
      'a.png',
      'javascript:1',
    ]) {
      assert.equal(clean(`<img src="${src}">`, true), '<span class="image">[image ]</span>');
    }
  });

  it('keeps the markup of text', () => {
    const html =
      '<h2>标题</h2><ul><li><strong>b</strong></li></ul><table><tr><td colspan="2">c</td></tr></table><pre>d &lt; e</pre>';
    assert.equal(clean(html), html);
  });

  it('is sanitized quickly even if it nests deep', () => {
    const deep = 20_000;
    const html = clean(`${'<div>'.repeat(deep)}a${'</div>'.repeat(deep)}`);
    assert.equal(html.match(/<div>/g)?.length, 200);
  });

  it('has only harmless elements, attributes and addresses, for any input', () => {
    const parts = fc.constantFrom(
      ...['<', '>', '"', "'", '/', '=', ' ', '<script>', '</script>', '<svg', '<math>', '<style>', '<img', '<iframe'],
      ...['<a', 'href=', 'src=', 'onerror=', 'javascript:', 'data:', '<!--', '-->', '<![CDATA[', ']]>', '<noscript>'],
      ...['&lt;', '&#106;', '\u0000', '<template>', '<plaintext>', '<form', '<base', 'https://e.example/', '<p', '字'],
    );
    const harmless =
      /^<\/?(a|p|span|img)((\s(href|title|alt|src)="(https?:\/\/|mailto:|command:open\?)?[^"<>]*")|\s(class="(image|embedded)"|referrerpolicy="no-referrer"|alt="[^"<>]*"))*\s?\/?>$/;
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), fc.boolean(), (some, images) => {
        const html = clean(some.join(''), images);
        for (const [tag] of html.matchAll(/<[^]*?(>|$)/g)) {
          assert.match(tag, harmless);
          for (const [, url = ''] of tag.matchAll(/href="([^"]*)"/g)) assert.match(url, /^command:open\?http/);
          for (const [, url = ''] of tag.matchAll(/src="([^"]*)"/g)) assert.match(url, /^https:/);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the page of a preview', () => {
  const page = (images: boolean) =>
    previewPage({
      language: 'en" onload="x',
      title: '</title><script>alert(1)</script>',
      targetLabel: '<img src=x onerror=alert(1)>',
      description: '\'"&',
      notice: undefined,
      body: '<p>a</p>',
      images,
      nonce: 'n0',
    });

  it('may load nothing, except images from https when the user agreed', () => {
    const policy = (html: string) => /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    const base = "default-src 'none'; style-src 'nonce-n0'";
    assert.equal(policy(page(false)), `${base}; base-uri 'none'; form-action 'none'`);
    assert.equal(policy(page(true)), `${base}; img-src https:; base-uri 'none'; form-action 'none'`);
  });

  it('shows names as text', () => {
    const html = page(false);
    assert.ok(!/<script|<img|lang="en" onload/.test(html), html);
    assert.ok(html.includes('<p class="description">&#39;&#34;&#38;</p>'));
  });

  it('has styles only in one element', () => {
    assert.equal(page(false).match(/<style|style=/g)?.length, 1);
  });
});
