import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { indentMarkup } from '../../../../../src/ui/requests/responses/indentMarkup';

const xml = (text: string) => indentMarkup(text, 'application/xml');
const html = (text: string) => indentMarkup(text, 'text/html; charset=utf-8');

describe('markup of a response', () => {
  it('is indented as XML, with attributes, entities and sections as written', () => {
    const text = `<?xml version="1.0"?><a x='1'><b>one &amp; two</b><c/><!-- note --><d><![CDATA[<raw>]]></d><e> <f>1</f>tail</e></a>`;
    assert.equal(
      xml(text),
      [
        '<?xml version="1.0"?>',
        `<a x='1'>`,
        '  <b>one &amp; two</b>',
        '  <c/>',
        '  <!-- note -->',
        '  <d><![CDATA[<raw>]]></d>',
        '  <e>',
        '    <f>1</f>',
        '    tail',
        '  </e>',
        '</a>',
      ].join('\n'),
    );
  });

  it('is indented as HTML, where some tags have no end and some texts keep their white space', () => {
    const text =
      '<!doctype html><html><head><meta charset="utf-8"><script>if (a < b) {\n  run();\n}</script></head>' +
      '<body><p>one<br>two<ul><li>a<li>b</ul><pre> x\n  y</pre></body></html>';
    const indented = html(text) ?? assert.fail('not indented');
    assert.ok(indented.includes('<script>if (a < b) {\n  run();\n}</script>'));
    assert.ok(indented.includes('<pre> x\n  y</pre>'));
    assert.match(indented, /\n {2}<head>\n {4}<meta charset="utf-8">\n/);
    assert.match(indented, /\n {4}<ul>\n {6}<li>a\n {6}<li>b\n {4}<\/ul>\n/);
  });

  it('stays unchanged when a part would be lost', () => {
    for (const text of ['<a></b></a>', '<a><b', 'no markup </x>']) assert.equal(xml(text), undefined, text);
  });

  it('keeps any text, also with deep nesting', () => {
    const pieces = fc.constantFrom(
      '<a>',
      '</a>',
      '<b x="1">',
      '</b>',
      '<pre>',
      '</pre>',
      ' ',
      '\n',
      'text',
      '<!--',
      '-->',
      '<br>',
      '<![CDATA[',
      ']]>',
      '<',
      '>',
      '&',
    );
    fc.assert(
      fc.property(fc.array(pieces), parts => {
        const text = parts.join('');
        for (const indent of [xml, html]) {
          const indented = indent(text);
          if (indented !== undefined) assert.equal(indented.replace(/\s/g, ''), text.replace(/\s/g, ''));
        }
      }),
    );
    const deep = `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`;
    assert.equal((xml(deep) ?? '').replace(/\s/g, ''), deep);
  });
});
