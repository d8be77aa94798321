import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { valueOf, writeJson, type Json, type JsonObject } from '../../../src/json/json';
import { Masker } from '../../../src/world/masking/masker';
import { learnMasks, maskRecord, type MaskRules } from '../../../src/world/masking/maskRecord';
import { findPersonal, formOf } from '../../../src/world/masking/personalForms';
import { isPersonalName } from '../../../src/api/masking/personalNames';

const rules: MaskRules = { columns: new Set(['phone', 'name']), unmasked: new Set(['id', 'created_by']) };
const record = (text: string) => valueOf(text) as JsonObject;
const masked = (text: string, masker = new Masker(), using = rules) =>
  writeJson(maskRecord(record(text), using, masker, new Map()));
const parts = (text: string, length: number) =>
  Array.from({ length: text.length - length + 1 }, (_, start) => text.slice(start, start + length));
const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('personal names', () => {
  const personal =
    'phone mobile 手机 手机号 email 邮箱 openid unionid 姓名 contact_name real_name nickname receiver 收货人 地址 address ' +
    'id_card token secret password fullname phonenumber 微信 receiverAddress user_phone access_token idCard 联系电话 openId wx_openid ' +
    'cookie authorization Set-Cookie addresses userPhones emails ' +
    'WeChat weChatId QQNumber QQNo IPAddress SMSPhone openIDs userIPs id_number idNo cardNo 银行账号';
  const other =
    'name title price sku code status stock note 名称 价格 author sign position shipping microphone emails_count2x VIPLevel';

  for (const name of personal.split(' ')) it(`include ${name}`, () => assert(isPersonalName(name)));
  for (const name of other.split(' ')) it(`do not include ${name}`, () => assert(!isPersonalName(name)));
});

describe('personal forms', () => {
  const found = (text: string) => findPersonal(text).map(({ start, end, form }) => `${form} ${text.slice(start, end)}`);

  it('are found in a sentence, in HTML and in JSON inside a text', () => {
    assert.deepEqual(found('<p>电话 138-1234-5678, <a href="mailto:li@corp.cn">li@corp.cn</a></p>'), [
      'phone 138-1234-5678',
      'email li@corp.cn',
      'email li@corp.cn',
    ]);
    assert.deepEqual(found('{"a":"+86 13912345678","id":"11010119900307221X"}'), [
      'phone +86 13912345678',
      'identityCard 11010119900307221X',
    ]);
    assert.deepEqual(found('oGZUI0egBJY1zhBYw2KhdUfwVJJE'), ['openid oGZUI0egBJY1zhBYw2KhdUfwVJJE']);
    assert.deepEqual(found('d41d8cd98f00b204e9800998ecf8427e'), ['hex d41d8cd98f00b204e9800998ecf8427e']);
    assert.deepEqual(found('"password": "hunter2!x"'), ['credential hunter2!x']);
  });

  it('are found with prefixes, separators, wide digits and in encoded addresses', () => {
    assert.deepEqual(found('wx13812345678 138.1234.5678 008613912345678 １３８１２３４５６７８'), [
      'phone 13812345678',
      'phone 138.1234.5678',
      'phone 008613912345678',
      'phone １３８１２３４５６７８',
    ]);
    assert.deepEqual(found('010-12345678 ?to=li%40corp.cn'), ['landline 010-12345678', 'email li%40corp.cn']);
    assert.deepEqual(found('"id":"13812345678abcdef0123456"'), []);
  });

  it('are found with other separators, brackets, wide signs and letters beside them', () => {
    const texts = [
      ...['138\u00a01234\u00a05678', '138–1234–5678', '138·1234·5678', '138_1234_5678', '138\u200b12345678'],
      ...['+85261234567', '+1 415 555 2671', '(010)12345678', '（010）1234 5678', '021-1234-5678', '0755—12345678'],
      ...[
        'id110101199003072215',
        '110101 19900307 221X',
        '１１０１０１１９９００３０７２２１Ｘ',
        '110101-19900307-2215',
      ],
      ...['li＠corp.cn', 'li&#64;corp.cn', 'li&#x40;corp.cn'],
    ];
    const plain = (text: string) => text.replace(/[^\p{L}\p{N}＠@]/gu, '');
    assert.deepEqual(
      // A random replacement can repeat a shorter part by chance.
      texts.filter(text =>
        parts(plain(text), 7).some(part => plain(masked(JSON.stringify({ note: text }))).includes(part)),
      ),
      [],
    );
    assert.equal(masked('{"n":13812345678.0}').includes('13812345678'), false);
    assert.deepEqual(found('5fb6a1110101199003072215 +12 1000 (0) 12345678'), []);
  });

  it('include credentials in logs, lists and headers', () => {
    for (const text of [
      "{ openid: 'abc', token: 'hunter2!x' }",
      'ClientSecret: hunter2!x',
      "password = 'hunter2!x'",
      '登录密码：hunter2!x',
      "barcode: 1, tokens: [ 'hunter2!x', 'hunter2!x' ]",
      'Cookie: a=1; b=hunter2!x',
      'Authorization: Token hunter2!x',
    ])
      assert.doesNotMatch(masked(JSON.stringify({ note: text })), /hunter2/, text);
    assert.deepEqual(found('barcode: 12, code: 7'), []);
  });

  it('do not include record IDs, times, prices and longer numbers', () => {
    for (const text of [
      '5fb6a1b2c3d4e5f6a7b8c9d0',
      '1767225600',
      '19.90',
      '138123456789',
      '36845069000101',
      'v1.3.8',
    ]) {
      assert.deepEqual(found(text), [], text);
    }
  });

  it('are a form of the whole text only if nothing else is in it', () => {
    assert.equal(formOf('13812345678'), 'phone');
    assert.equal(formOf('call 13812345678'), undefined);
  });
});

describe('masking a record', () => {
  it('keeps IDs and values that are not personal', () => {
    const text = '{"id":"5fb6","created_by":13812345678,"price":12345678901234567890,"tags":["a",null,true,0,""]}';
    assert.equal(masked(text), text);
  });

  it('masks whole columns at every depth, and personal keys in other columns', () => {
    const text =
      '{"phone":"13812345678","name":{"family":"李","given":["雷"]},"details":{"openid":"abcdefgh","size":4}}';
    const result = parsed(masked(text));
    assert.doesNotMatch(JSON.stringify(result), /138123|abcdefgh/);
    assert.deepEqual((result.details as { size: number }).size, 4);
    assert.match(String(result.phone), /^140\d{8}$/);
    const { family, given } = result.name as { family: string; given: string[] };
    assert.match(`${family}${given.join()}`, /^[\u4e00-\u9fff]{2}$/);
    assert.notEqual(family, '李');
    assert.notEqual(given[0], '雷');
  });

  it('gives equal values equal replacements in all places, and different values different ones', () => {
    const masker = new Masker();
    const text = '{"phone":"13812345678","note":"Call 13812345678, not 13912345678","number":13812345678}';
    const { phone, note, number } = parsed(masked(text, masker)) as { phone: string; note: string; number: number };
    assert(note.startsWith(`Call ${phone}, not 140`), note);
    assert(!note.endsWith(phone));
    assert.equal(String(number), phone);
    const made = new Set(Array.from({ length: 10_000 }, (_, index) => masker.replace(`name ${index}`, 'shape')));
    assert.equal(made.size, 10_000);
    const letters = new Set([...'abcdefghijklmnopqrstuvwxyz'].map(letter => masker.replace(letter, 'shape')));
    assert.equal(letters.size, 26);
  });

  it('keeps the shape of a value, and numbers stay numbers', () => {
    const masker = new Masker();
    assert.match(masker.replace('Li-Lei 7', 'shape'), /^[A-Z][a-z]-[A-Z][a-z]{2} \d$/);
    assert.match(masker.replace('li.lei@corp.cn', 'email'), /^[a-z]{2}\.[a-z]{3}@example\.com$/);
    assert.match(masker.replace('+86 138-1234-5678', 'phone'), /^\+86 140-\d{4}-\d{4}$/);
    assert.equal(formOf(masker.replace('11010119900307221X', 'identityCard')), 'identityCard');
    for (let number = 0; number < 200; number++) {
      assert.doesNotThrow(() => parsed(masked(`{"phone":${number - 100}}`, masker)), String(number));
    }
    assert.doesNotThrow(() => parsed(masked('{"phone":[1.5e3,-0.5,0,12e-2]}', masker)));
    // These digits have the forms of an identity card and of a hexadecimal key.
    for (const digits of ['440301199001011234', '1234567890123456789012345678901234567890']) {
      const number = /^\{"n":(.*)\}$/.exec(masked(`{"n":${digits}}`, masker))?.[1] ?? '';
      assert.match(number, new RegExp(`^[1-9]\\d{${digits.length - 1}}$`));
      assert.notEqual(number, digits);
    }
  });

  it('masks keys of objects, JSON in texts, dates and columns that the schema does not have', () => {
    const text = JSON.stringify({
      ...{
        votes: { '13812345678': 1 },
        json: '{"real_name":"Li Lei","size":4}',
        birthday: '1990-05-06T00:00:00+08:00',
      },
      ...{ real_name: 'Han Meimei', list: '[1, 2]' },
    });
    const result = parsed(masked(text));
    assert.doesNotMatch(JSON.stringify(result), /138123|Li Lei|1990-05-06|Meimei/);
    assert.match(String(result.birthday), /^19[5-9]\d-\d\d-\d\dT00:00:00\+08:00$/);
    assert(!Number.isNaN(Date.parse(String(result.birthday))));
    assert.equal((JSON.parse(String(result.json)) as { size: number }).size, 4);
    assert.equal(result.list, '[1, 2]');
  });

  it('ends for values whose form has few replacements', () => {
    const masker = new Masker();
    for (let digit = 0; digit < 10; digit++) masker.replace(`o${'_'.repeat(26)}${digit}`, 'openid');
    for (let year = 0; year < 2000; year++) masker.replace(`${3000 + year}-01-01`, 'date');
    for (const text of ['-', '2', '0', '٣']) masker.replace(text, 'shape');
  });

  it('follows from a key that is new for every masker', () => {
    assert.notEqual(new Masker().replace('Li Lei', 'shape'), new Masker().replace('Li Lei', 'shape'));
  });

  it('leaves values when masking by name or by form is off, so each of them matters', () => {
    const text = '{"note":"13812345678","details":{"real_name":"Li Lei"}}';
    assert.match(masked(text, new Masker(), { ...rules, byForm: false }), /13812345678/);
    assert.match(masked(text, new Masker(), { ...rules, byName: false }), /Li Lei/);
    assert.doesNotMatch(masked(text), /13812345678|Li Lei/);
  });
});

describe('masking a pointer', () => {
  const pointing: MaskRules = {
    columns: new Set(),
    unmasked: new Set(['id']),
    pointers: new Set(['buyer', 'created_by']),
  };

  it('keeps IDs, and masks other values', () => {
    const ids = '{"buyer":"5fb6a1b2c3d4e5f6a7b8c9d0","created_by":36845069000101}';
    assert.equal(masked(ids, new Masker(), pointing), ids);
    for (const text of ['13812345678', '韩梅梅', 'li@corp.cn'])
      assert(!masked(`{"buyer":"${text}","created_by":"${text}"}`, new Masker(), pointing).includes(text), text);
  });
});

describe('masking like an earlier run', () => {
  it('learns whole values and values inside texts', () => {
    const text = '{"phone":"13812345678","name":"李雷","note":"<b>13912345678</b> or li@corp.cn","price":3}';
    const first = masked(text);
    const masker = new Masker();
    learnMasks(record(text), record(first), masker);
    assert.equal(masked(text, masker), first);
    const other = parsed(masked('{"name":"13912345678"}', masker)).name;
    const nested = '{"votes":{"13812345678":1},"json":"{\\"phone\\":\\"13912345678\\"}"}';
    const learned = new Masker();
    const before = masked(nested);
    learnMasks(record(nested), record(before), learned);
    assert.equal(masked(nested, learned), before);
    assert.equal(other, /<b>(\d+)</.exec(String(parsed(first).note))?.[1]);
  });

  it('learns phone numbers with any dash after the country', () => {
    const text = '{"note":"call 86–13812345678 now"}';
    const first = masked(text, new Masker());
    const masker = new Masker();
    learnMasks(record(text), record(first), masker);
    assert.equal(masked(text, masker), first);
    assert.match(first, /86–1\d{10} /);
  });

  it('masks a whole column if the earlier run masked only parts of it', () => {
    const partly: MaskRules = { columns: new Set(), unmasked: new Set() };
    const wholly: MaskRules = { columns: new Set(['remark']), unmasked: new Set() };
    for (const part of ['AKIAIOSFODNN7EXAMPLE', '１３８１２３４５６７８', 'Basic bGk6aHVudGVyMg==']) {
      const text = `{"remark":"Li Leilei lives in Lane 7: ${part}"}`;
      const first = masked(text, new Masker(), partly);
      assert(first.includes('Li Leilei lives in Lane 7') && !first.includes(part), first);
      const masker = new Masker();
      learnMasks(record(text), record(first), masker);
      assert.doesNotMatch(masked(text, masker, wholly), /Leilei|lives|Lane/);
    }
  });

  it('masks a value that the earlier run did not recognize', () => {
    const masker = new Masker();
    learnMasks(record('{"note":"13812345678 li@corp.cn"}'), record('{"note":"14012345678 li@corp.cn"}'), masker);
    assert.doesNotMatch(masked('{"note":"li@corp.cn"}', masker), /corp/);
  });

  it('learns dates and texts of whole columns', () => {
    const text = '{"name":"Li Lei, Lane 7, 13812345678","phone":"1990-05-06T00:00:00+08:00"}';
    const first = masked(text);
    const masker = new Masker();
    learnMasks(record(text), record(first), masker);
    assert.equal(masked(text, masker), first);
  });

  it('remembers short texts, because a replacement could repeat them by chance', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `{"name":"w${13800000000 + index}"}`);
    const [first, again] = [new Masker(), new Masker()];
    const before = names.map(text => masked(text, first));
    names.forEach((text, index) => learnMasks(record(text), record(before[index] ?? ''), again));
    assert.deepEqual(
      names.map(text => masked(text, again)),
      before,
    );
  });

  it('ignores values that were edited by hand or are missing', () => {
    const masker = new Masker();
    const raw: Json = record('{"a":["x"],"b":{"c":1}}');
    learnMasks(raw, record('{"a":"other","b":{}}'), masker);
    assert.equal(masked('{"price":1}', masker), '{"price":1}');
  });
});
