import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { before, describe, it } from 'mocha';
import { WrongInput } from '../../../src/cli/options';
import { readSettings } from '../../../src/cli/settings';
import { useFolder } from '../folder';

interface Schema {
  $ref?: string;
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  minLength?: number;
}

interface Manifest {
  contributes: {
    configuration: { properties: Record<string, Schema> };
    jsonValidation: { fileMatch: string; url: string }[];
  };
}

type Json = Record<string, unknown>;

/** A settings file with every valid property. */
const complete: Json = {
  $schema: 'https://example.com/hydrogen.schema.json',
  application: {
    name: 'Shop',
    clientId: 'client-1',
    serverDomain: 'https://shop.example.com',
    authUrl: 'https://auth.example.com',
    environments: [{ name: 'Staging', envId: 'env-1', guard: 'confirm' }],
    contentGroups: [{ id: 1680000000000001, name: 'Products' }],
    sessionOnly: true,
    guard: 'readOnly',
  },
  variables: { '*': { limit: 5 }, Staging: { group: '7', on: true } },
};

describe('hydrogen.json', () => {
  const here = useFolder();
  let schema: Schema = {};
  let settings: Record<string, Schema> = {};

  before(async () => {
    const { contributes } = JSON.parse(await readFile('package.json', 'utf8')) as Manifest;
    const [validation] = contributes.jsonValidation;
    assert.equal(validation?.fileMatch, 'hydrogen.json');
    schema = JSON.parse(await readFile(validation.url, 'utf8')) as Schema;
    settings = contributes.configuration.properties;
  });

  const complaint = async (document: unknown): Promise<string | undefined> => {
    const file = here('hydrogen.json');
    await writeFile(file, JSON.stringify(document));
    return readSettings(file).then(
      () => undefined,
      (error: unknown) => {
        assert.ok(error instanceof WrongInput);
        return error.message.replace(file, 'hydrogen.json');
      },
    );
  };

  /** Resolves a reference to the settings schema of the application or of variables, like VS Code. */
  const resolve = (one: Schema): Schema => {
    if (one.$ref === undefined) return one;
    const [, setting = '', rest] =
      /^vscode:\/\/schemas\/settings\/default#\/properties\/([\w.]+)(\/items)?$/.exec(one.$ref) ?? [];
    const found = settings[setting];
    return (rest === undefined ? found : found?.items) ?? assert.fail(one.$ref);
  };

  const allows = (unresolved: Schema, value: unknown): boolean => {
    const { type, required = [], properties = {}, additionalProperties = true, items, ...more } = resolve(unresolved);
    const is = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    if (type !== undefined && ![type].flat().includes(is)) return false;
    if (more.enum !== undefined && !more.enum.includes(value)) return false;
    if (typeof value === 'string') return value.length >= (more.minLength ?? 0);
    if (Array.isArray(value)) return items === undefined || value.every(one => allows(items, one));
    if (typeof value !== 'object' || value === null) return true;
    if (required.some(name => !Object.hasOwn(value, name))) return false;
    return Object.entries(value).every(([name, inside]) => {
      const known = properties[name] ?? additionalProperties;
      return typeof known === 'boolean' ? known : allows(known, inside);
    });
  };

  /** Yields variants of a document that differ from it in one place. */
  const changed = function* (value: unknown): Generator<unknown> {
    yield* [null, true, 7, '', 'text', [], {}];
    if (Array.isArray(value)) for (const one of changed(value[0])) yield [one];
    else if (typeof value === 'object' && value !== null) {
      yield { ...value, unknown: 1 };
      for (const [name, inside] of Object.entries(value)) {
        const { [name]: _, ...others } = value as Json;
        yield others;
        for (const one of changed(inside)) yield { ...others, [name]: one };
      }
    }
  };

  it('may begin with a byte order mark', async () => {
    const file = here('hydrogen.json');
    await writeFile(file, `\ufeff${JSON.stringify(complete)}`);
    assert.equal((await readSettings(file)).application.name, 'Shop');
  });

  it('has a schema in VS Code that accepts exactly the valid files', async () => {
    assert.equal(await complaint(complete), undefined);
    assert.ok(allows(schema, complete));
    const different: unknown[] = [];
    let count = 0;
    let taken = 0;
    for (const document of changed(complete)) {
      const isTaken = (await complaint(document)) === undefined;
      if (isTaken !== allows(schema, document)) different.push(document);
      count++;
      taken += Number(isTaken);
    }
    assert.deepEqual(different, []);
    assert.ok(count > 150 && taken > 20, `${taken} of ${count}`);
  });

  const application = { name: 'Shop', clientId: 'client-1', serverDomain: 'shop.example.com' };
  const wrong: [name: string, document: unknown, sentence: string][] = [
    [
      'a key of its own',
      { application, environment: 'Staging' },
      'hydrogen.json has environment, which is not a known setting.',
    ],
    [
      'a key of the application',
      { application: { ...application, domain: 'x' } },
      'hydrogen.json has application.domain, which is not a known setting.',
    ],
    [
      'a key of an environment',
      { application: { ...application, environments: [{ name: 'a', envId: 'b', url: 'c' }] } },
      'hydrogen.json has application.environments.0.url, which is not a known setting.',
    ],
    [
      'a secret of the application',
      { application: { ...application, clientSecret: 'canary' } },
      'hydrogen.json contains a secret (application.clientSecret). Pass secrets through the environment or standard input.',
    ],
    [
      'a secret beside it',
      { application, access_token: 'canary' },
      'hydrogen.json contains a secret (access_token). Pass secrets through the environment or standard input.',
    ],
    [
      'a secret among the variables',
      { application, variables: { 'Token tests': { password: 'canary' } } },
      'hydrogen.json contains a secret (variables.Token tests.password). Pass secrets through the environment or standard input.',
    ],
    [
      'an environment with a name of production',
      { application: { ...application, environments: [{ name: '生产环境', envId: 'a' }] } },
      'hydrogen.json: application.environments.0.name is “生产环境”, which always means production. Choose another name.',
    ],
    [
      'two environments with the same name',
      {
        application: {
          ...application,
          environments: [
            { name: 'QA', envId: 'a' },
            { name: 'qa', envId: 'b' },
          ],
        },
      },
      'hydrogen.json: application.environments.1.name is “qa”, which another environment uses. Choose another name.',
    ],
    [
      'a value',
      { application: { ...application, clientId: 7 } },
      'hydrogen.json is not valid: check application.clientId.',
    ],
  ];
  for (const [name, document, sentence] of wrong) {
    it(`gets a message about ${name}`, async () => assert.equal(await complaint(document), sentence));
  }
});
