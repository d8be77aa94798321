import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { excerpt } from '../../../../src/api/http/apiRequest';
import { maskResponse, redact, redactFields } from '../../../../src/api/masking/text';
import { Secret } from '../../../../src/api/secret';
import { textOf } from '../../../../src/requests/sending/bodyText';
import { readBody } from '../../../../src/requests/sending/readBody';
import { assertLinear, processorTime } from '../../processorTime';

const value = 'V4lue-of.it';

describe('a credential in a list or an object of text that is not JSON', () => {
  const lists: [text: string, shown: string][] = [
    [`client_secret=[a, ${value}]&status=is`, 'client_secret=•••&status=is'],
    [`{"tokens": ["x","${value}"], "status": `, '{"tokens": •••, "status": '],
    [`"passwords":{"admin":["a]","${value}"]} end`, '"passwords":••• end'],
    [`{"text":"{\\"tokens\\": [\\"a]\\",\\"${value}\\"]} end"`, '{"text":"{\\"tokens\\": •••} end"'],
    [`{'tokens': ['a]', 'it\\'s ]', '${value}']} end`, "{'tokens': •••} end"],
    [`tokens=[[a], ${value}`, 'tokens=•••'],
    [`authcode=[${value}, ${value}] qrcode: [{${value}}]`, 'authcode=••• qrcode: •••'],
    [
      `"a\\ncode: [\\"${value}\\"]\\r\\nauthorization: {\\"a\\":\\"${value}\\"}"`,
      '"a\\ncode: •••\\r\\nauthorization: •••"',
    ],
    [
      `{"X-Authorization": ["${value}"], "login_cookie": {"v":"${value}"} x`,
      '{"X-Authorization": •••, "login_cookie": ••• x',
    ],
    [`login code={${value}} x`, 'login code=••• x'],
    [`?code={{${value}}}&policy={${value},b}`, '?code=•••&policy=•••'],
    [`sign: { ${value} }, "ticket":{${value}`, 'sign: •••, "ticket":•••'],
  ];
  for (const [text, shown] of lists) it(`is masked: ${text}`, () => assert.equal(redactFields(text), shown));
});

describe('a credential with quotes in it', () => {
  for (const text of [`secret='a\\'${value}' end`, `\\"secret\\":\\"a\\\\\\"${value}\\" end`])
    it(`is masked: ${text}`, () =>
      assert.match(redactFields(text), /^\\?["']?secret\\?["']?[=:].{0,2}•••\\?["'] end$/));
});

describe('a credential in a line', () => {
  const lines: [text: string, shown: string][] = [
    [`Cookie: a=1; sid="b"; c=${value}\nHost: a`, 'Cookie: •••\nHost: a'],
    [`curl -H 'Authorization: Token ${value}' https://a`, "curl -H 'Authorization: •••' https://a"],
    [`Authorization: Digest username="a", response="${value}"\r\n`, 'Authorization: •••\r\n'],
    [`"token" => "${value}", "a" => 1`, '"token" => "•••", "a" => 1'],
    [`密码：${value}`, '密码：•••'],
    [`{"h":"Authorization: Basic dXNlcjpwYXNz=","password":"${value}"}`, '{"h":"Authorization: •••","password":"•••"}'],
    [`{"h":"Cookie: a=","token":"${value}"} x`, '{"h":"Cookie: •••","token":"•••"} x'],
    [`{"h":"Cookie: a=", "@token":"${value}"} x`, '{"h":"Cookie: •••", "@token":"•••"} x'],
    [`{\\"h\\":\\"Cookie: a=\\",\\"token\\":\\"${value}\\"} x`, '{\\"h\\":\\"Cookie: •••",\\"token\\":\\"•••"} x'],
    [`curl -H "Authorization: Basic dXNlcjpwYXNz=" https://a\n"b"`, 'curl -H "Authorization: •••" https://a\n"b"'],
    [`Cookie: a="x; b=${value}\nHost: a\nX: y`, 'Cookie: •••\nHost: a\nX: y'],
    [`{"h":"Cookie: a=\\"x1\\"; session=${value}"}`, '{"h":"Cookie: •••"}'],
    [`Authorization: Digest realm=" ", qop="", response="${value}"\r\nHost: a`, 'Authorization: •••\r\nHost: a'],
    [`{"h":"Cookie: a=\\"\\"; b=\\"${value}\\"\\r\\nHost: a"}`, '{"h":"Cookie: •••"}'],
    [`[Cookie: a="${value}"].`, '[Cookie: •••'],
    [`登录失败：Cookie: a="${value}"，请重新登录`, '登录失败：Cookie: •••'],
    [`Cookie: a="v1"&b="${value}"`, 'Cookie: •••'],
    [`Cookie: a="${value}": is wrong\nHost: a`, 'Cookie: •••\nHost: a'],
  ];
  for (const [text, shown] of lines) it(`is masked: ${text}`, () => assert.equal(redactFields(text), shown));
});

describe('a credential in XML or HTML', () => {
  const texts: [text: string, shown: string][] = [
    ['<token>ab12</token>', '<token>•••</token>'],
    [
      '<Error><a:AccessToken type="x">ab12</a:AccessToken><b>shown</b></Error>',
      '<Error><a:AccessToken type="x">•••</a:AccessToken><b>shown</b></Error>',
    ],
    ['<password><![CDATA[a&b]]></password>', '<password><![CDATA[•••]]></password>'],
    ['<user password="a>b" name="x">', '<user password="•••" name="x">'],
    ['<input type="text" value="first" id="password">', '<input type="text" value="•••" id="password">'],
    ['<input name="login" id="password" value="first">', '<input name="login" id="password" value="•••">'],
    ['<input value="first" name="login" id="password">', '<input value="•••" name="login" id="password">'],
    [`<input name="password" value="fir'st>a">`, '<input name="password" value="•••">'],
    ['<i id="password"/><input value="first">', '<i id="password"/><input value="first">'],
    ['<input value="first"><i id="password"/>', '<input value="first"><i id="password"/>'],
    ['<entry key="password">\n<value/>', '<entry key="password">\n<value/>'],
    ['<entry key="password">first</entry>', '<entry key="password">•••</entry>'],
    ['<property name="client_secret" x="y">first</property>', '<property name="client_secret" x="y">•••</property>'],
    ['<password>\n  <![CDATA[a&b]]>\n</password>', '<password>\n  <![CDATA[•••]]>\n</password>'],
    ['<token><![CDATA[first]]><![CDATA[second]]></token>', '<token><![CDATA[•••]]><![CDATA[•••]]></token>'],
    ['<token>first<![CDATA[second]]>third</token>', '<token>•••<![CDATA[•••]]>•••</token>'],
    ['<token><!-- of the test -->first</token>', '<token><!-- of the test -->•••</token>'],
    ['<token><![CDATA[first]]></token><b>second</b>', '<token><![CDATA[•••]]></token><b>second</b>'],
    ['<input name="password" value="ab12">', '<input name="password" value="•••">'],
    ['<key>token</key><string>ab12</string>', '<key>token</key><string>•••</string>'],
    ['<token>', '<token>'],
    ['<p>Use <code>npm i</code> now</p>', '<p>Use <code>npm i</code> now</p>'],
    ['The type <token> is not allowed', 'The type <token> is not allowed'],
    ['a <b>token</b> is 5 < 6', 'a <b>token</b> is 5 < 6'],
  ];
  for (const [text, shown] of texts) {
    it(`is masked: ${text}`, () => {
      assert.equal(redact(text), shown);
      assert.equal(maskResponse(text, []), shown);
    });
  }

  it('is not the text after the name of a format', () => {
    for (const text of ['{"error":"Write <token> first","page":"a <br>"}', 'Send <password> > then\nthe next line'])
      assert.equal(maskResponse(text, []), text);
  });

  const long = 'ab > c\n'.repeat(5_000);
  const longTexts: [what: string, start: string, value: string, end: string][] = [
    ['an element', '<token>', long, '</token>'],
    ['an element with a comment', '<token>', long, '<!-- a --></token>'],
    ['a CDATA section', '<token><![CDATA[', long, ']]></token>'],
    ['an attribute', '<a token="', long.replaceAll('>', '-'), '"/>'],
    ['a field of HTML', '<input name="token" value="', long.replaceAll('>', '-'), '"/>'],
  ];
  for (const [what, start, value, end] of longTexts) {
    it(`is masked at any length in ${what}`, () => {
      assert.equal(redact(start + value + end), `${start}•••${end}`);
      assert.equal(maskResponse(start + value + end, []), `${start}•••${end}`);
      const { masked } = readBody(Buffer.from(start + value), 'text/xml', [], {
        statusText: '',
        headers: [],
        isCut: true,
      });
      const isOpen = !/["']$/.test(start);
      if (isOpen) assert.equal(textOf(masked ?? ''), `${start}•••`);
    });
  }
});

describe('a long list of credentials', () => {
  for (const text of [
    'secret=[',
    'secret=[[',
    'secret="\\',
    'secret={\\"',
    "secret=['",
    '<token>',
    '<token><![CDATA[',
    '<token><![CDATA[a]]>',
    '<token><!--',
    ' value="a"',
    '<entry key="a"',
    ' name="a" value="',
    '<token><!-- a -->b',
    ' token="a',
  ])
    it(`is masked in a time that grows with its length: ${text}`, () => {
      assert.equal(redact(text.repeat(20_000)).includes('['.repeat(9)), false);
      assertLinear(size => {
        const list = text.repeat(size);
        return () => void redact(list);
      }, 25_000);
    });
});

describe('a JSON Web Token', () => {
  const token = 'eyJhbGciOiJub25lIn0.eyJhIjoxfQ.c2ln';
  for (const before of ['', 'x-', 'x_', 'eyJ-', `${'a-'.repeat(9000)}`])
    it(`is masked after ${before.slice(0, 9) || 'nothing'}`, () =>
      assert.doesNotMatch(maskResponse(`{"a":"${before}${token}"}`, []), /hbGci|hIjox|c2ln/));

  it('is masked at any length', () => {
    const long = `${token.slice(0, 19)}${'a'.repeat(5000)}.${'b'.repeat(9000)}.${'c'.repeat(3000)}`;
    assert.ok(maskResponse(`{"a":"${long}"}`, []) === '{"a":"•••"}');
  });

  it('does not include other words with the same letters', () => {
    const text = '{"a":"keyJoin.left.right eyJab eyJab.c"}';
    assert.equal(maskResponse(text, []), text);
  });

  for (const part of ['eyJ-', 'eyJ-a.', 'eyJab.'])
    it(`costs little time in a text with the beginnings of many tokens: ${part}`, () => {
      const took = processorTime(() => maskResponse(part.repeat(1_000_000 / part.length), []), 1000);
      assert.ok(took < 1000, `masked in ${took} ms`);
    });
});

describe('the beginning of an unexpected body', () => {
  const token = new Secret('stored/s3cret+1');
  const request = { method: 'GET', url: new URL('https://a.example/'), masks: [token] } as const;

  it('is masked in a long body as fast as in a shorter one', () => {
    const bodies = [50_000, 500_000].map(count => '<b>\\u0041&amp;%41+</b> '.repeat(count));
    const [short = NaN, long = NaN] = bodies.map(body => processorTime(() => excerpt(body, request)));
    assert.ok(long < 2 * short + 50, `${short} and ${long} ms`);
  });

  it('shows no part of a credential that the shortened text cuts in two', () => {
    for (let length = 199_980; length <= 200_000; length++)
      assert.equal(excerpt(`a${' '.repeat(length)}${token.reveal()} b`, request).includes('stored'), false);
  });
});
