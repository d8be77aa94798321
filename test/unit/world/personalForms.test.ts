import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { valueOf, writeJson, type JsonObject } from '../../../src/json/json';
import { Masker } from '../../../src/world/masking/masker';
import { learnMasks, maskRecord } from '../../../src/world/masking/maskRecord';
import { findPersonal, formOf } from '../../../src/world/masking/personalForms';
import { isPersonalName } from '../../../src/api/masking/personalNames';
import { processorTime } from '../processorTime';

const found = (text: string) => findPersonal(text).map(({ start, end, form }) => `${form} ${text.slice(start, end)}`);
const masked = (text: string, masker = new Masker()) =>
  writeJson(
    maskRecord(valueOf(text) as JsonObject, { columns: new Set(), unmasked: new Set(['id']) }, masker, new Map()),
  );

describe('an identity card of 15 digits', () => {
  it('is found by its province and its birth date', () => {
    for (const card of ['110101900307221', '440301 991231 003', '１１０１０１９００３０７２２１', '820000-000229-123'])
      assert.deepEqual(found(`No. ${card}.`), [`identityCard ${card}`]);
  });

  it('needs a province and a birth date', () => {
    for (const number of [
      ...['110101901307221', '110101900332221', '110101900300221', '110101000000221'],
      ...['100101900307221', '202611271234567', '990101900307221', '999999999999999', '1767225600123456'],
      ...['1101019003072210', '0.110101900307221', 'a1101019003072215fb6a1b2'],
    ])
      assert.deepEqual(found(number), [], number);
  });

  it('is replaced by one of the same length that a later run recognizes', () => {
    const masker = new Masker();
    const made = masker.replace('110101900307221', 'identityCard');
    assert.match(made, /^00\d{13}$/);
    assert.equal(formOf(made), 'identityCard');
    const text = '{"id":"1","note":"card 110101900307221 of 110101900307222","number":110101900307223}';
    const first = masked(text, masker);
    assert.doesNotMatch(first, /1101019/);
    assert.doesNotThrow(() => JSON.parse(first) as unknown);
    const later = new Masker();
    learnMasks(valueOf(text), valueOf(first), later);
    assert.equal(masked(text, later), first);
  });
});

describe('the replacement of a number that is not a phone number', () => {
  for (const [name, first, form, count] of [
    ['an identity card of 15 digits', 110101900307000, 'identityCard', 20_000],
    ['a number of 11 digits', 20261127000, 'shape', 1000],
    ['a secret of digits', 8620261127000, 'credential', 20_000],
  ] as const)
    it(`is not a phone number: ${name}`, () => {
      const masker = new Masker();
      const made = Array.from({ length: count }, (_, index) => masker.replace(String(first + index), form));
      assert.deepEqual(
        made.filter(replacement => formOf(replacement) === 'phone'),
        [],
      );
      assert.equal(masker.replace(String(first), form), made[0]);
    });
});

describe('a phone number', () => {
  it('is found in groups of 3, 3 and 5 or 3, 4 and 4 digits', () => {
    for (const phone of [
      ...['138 123 45678', '138-123-45678', '+86 138 123 45678', '+86-138–123–45678', '138\u00a0123\u00a045678'],
      ...['138 - 1234 - 5678', '138  1234  5678', '138 - 123 - 45678', '138 1234-5678'],
    ])
      assert.deepEqual(found(`Call ${phone}.`), [`phone ${phone}`]);
    assert.match(new Masker().replace('+86 138 123 45678', 'phone'), /^\+86 140 \d{3} \d{5}$/);
  });

  it('is not a list of numbers, a version or a date', () => {
    for (const text of [
      '138.123.45678',
      '138, 123, 45678',
      '138 123 456789',
      '2138 123 45678',
      '138 123 4567',
      '199 1 2',
    ])
      assert.deepEqual(found(text), [], text);
  });
});

describe('the password of a command', () => {
  const commands: [text: string, rest: string][] = [
    ['mysql -u root -p hunter2!x', 'mysql -u root -p '],
    ['login --password hunter2!x --verbose', 'login --password '],
    ['login --password "hunter2 x" a', 'login --password "'],
    ["login --password 'hunter2 \"x' a", "login --password '"],
    ['{"run":"login --db-password \\"hunter2 x\\" a"}', '{"run":"login --db-password \\"'],
    ['deploy --client-secret hunter2,x', 'deploy --client-secret '],
    ['run --name --accessToken hunter2', 'run --name --accessToken '],
    ['(-p hunter2)', '(-p '],
    ['`login -p 12345678`', '`login -p '],
    ['mysql -uroot -phunter2!x shop', 'mysql -uroot -p'],
    ["mysqldump -u root -p'hunter2 x' shop", "mysqldump -u root -p'"],
    ['{"run":"mariadb-admin -p\\"hunter2 x\\" a"}', '{"run":"mariadb-admin -p\\"'],
    ['sshpass -p-hunter2 ssh a', 'sshpass -p'],
    ['mysql -e "select 1;" -phunter2!x', 'mysql -e "select 1;" -p'],
    ['mongosh --port 27017 -u a -p 40213', 'mongosh --port 27017 -u a -p '],
    ['run -p \'a -p "b\' hunter2"', "run -p '"],
    ['mysql.exe -u root -p 40213', 'mysql.exe -u root -p '],
    ['ssh mysql-01.example.com mysql -p 40213', 'ssh mysql-01.example.com mysql -p '],
    ['mysqldump.EXE -u root -p 40213', 'mysqldump.EXE -u root -p '],
    ['MYSQL.EXE -phunter2', 'MYSQL.EXE -p'],
    ['C:\\MySQL\\MySQLDump.Exe -u root -p 40213', 'C:\\MySQL\\MySQLDump.Exe -u root -p '],
    // The last character of a line that continues in the next one, in PowerShell and cmd.
    ['mysql -u root `\n  -phunter2', 'mysql -u root `\n  -p'],
    ['mysql -u root `\r\n  -p 40213', 'mysql -u root `\r\n  -p '],
    ['mysql -u root ^\r\n  -phunter2', 'mysql -u root ^\r\n  -p'],
    // Names that may be a host or a program.
    ['mysql-client -u root -phunter2', 'mysql-client -u root -p'],
    ['mysql5.7 -phunter2!x shop', 'mysql5.7 -p'],
    ['mariadb-10.6 -phunter2', 'mariadb-10.6 -p'],
    ['mysql-shell.mysqlsh -phunter2', 'mysql-shell.mysqlsh -p'],
    ['backup-mysql.sh -phunter2', 'backup-mysql.sh -p'],
    ['wsl-sshpass -phunter2 ssh a', 'wsl-sshpass -p'],
  ];
  for (const [text, rest] of commands)
    it(`is masked: ${text}`, () => {
      const shown = (JSON.parse(masked(JSON.stringify({ note: text }))) as { note: string }).note;
      assert.doesNotMatch(shown, /hunter2|12345678|40213/);
      assert.ok(shown.startsWith(rest), shown);
    });

  it('is not a port, a folder or another option', () => {
    for (const text of [
      ...['ssh -p 22 host', 'docker run -p 8080:80 a', 'nmap -p 80,443', 'mkdir -p /tmp/a', 'mkdir -p ./a', 'tar -p'],
      ...['mkdir -p folder', 'sudo mkdir -p folder', 'cp -pr a b', 'mysql -h a; ssh -p 22 b', 'mysql -h a | nc -p 22'],
      'docker run --name mysql -p 3306:3306 mysql:8',
      ...['ssh mysql-01.example.com -p 2222', 'ssh mysql.example.com -p 2222', 'ssh mariadb-db.example.com -p 2222'],
      ...['ssh root@mysql -p 2222', 'ssh db.mongo -p 2222', 'ssh mongo-a -p 2222', 'ssh mysql-01 -p2222'],
      ...[
        'MYSQL.EXE -P 3306',
        'MySQL: cp -pr a b',
        'MYSQL_HOST=a cp -pr b c',
        'MySQL -p 3306',
        '`mysql`\nssh -p 22 `a`',
      ],
      ...['run --name hunter2', 'run --password --verbose', 'pre-p hunter2', 'a --password', '--token-type bearer'],
    ])
      assert.deepEqual(found(text), [], text);
  });
});

describe('the number of a passport or another document', () => {
  it('is masked in a column with such a name', () => {
    for (const name of ['passport', 'passportNo', 'passportnumber', '护照号', '证件', '证件号码', '联系证件号'])
      for (const number of ['E12345678', 'G12345678', 'EA1234567'])
        assert.ok(!masked(JSON.stringify({ [name]: number })).includes(number), name);
  });

  it('is not masked elsewhere, and the kind of a document is none', () => {
    assert.deepEqual(found('E12345678'), []);
    for (const name of ['证件类型', '证件类别', 'certificate']) assert.ok(!isPersonalName(name), name);
  });
});

describe('personal forms in a long text', () => {
  for (const piece of [
    ...['1', '110101900307221 ', '138 ', '138 123 ', '1 - ', '11010190030722', '+86 138-'],
    ...['-p ', '-p "', "-p '", '--password ', '--password \\"', '--', '-p', '--password a', '-p -p"'],
    ...['mysql -p', 'mysql (-p', '(-p', 'mysql -p-p(', 'mysql -p"', 'mysql', 'mariadb-', 'mariadb-a-', 'mysql.', ';'],
  ])
    it(`are found in one pass: ${piece}`, () => {
      const took = processorTime(() => void findPersonal(piece.repeat(200_000 / piece.length)), 1500);
      assert.ok(took < 1500, `took ${took} ms`);
    });
});
