import assert from 'node:assert/strict';

/** The keywords of JSON Schema that the schema of worlds uses. */
export interface Schema {
  $schema?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  uniqueItems?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
  allOf?: Schema[];
  definitions?: Record<string, Schema>;
}

/** Returns the places of a value that violate a schema, in the form `tables.0.id`. */
export function problemsOf(value: unknown, schema: Schema, root = schema, place = ''): string[] {
  const { $schema, title, description, definitions, ...keywords } = schema;
  return Object.entries(keywords).flatMap(([keyword, rule]): string[] => {
    const wrong = (isRight: boolean, at = place) => (isRight ? [] : [at]);
    const inner = (name: string | number, of: unknown, by: Schema) =>
      problemsOf(of, by, root, place === '' ? String(name) : `${place}.${name}`);
    const members = isObject(value) ? Object.entries(value) : [];
    switch (keyword as keyof typeof keywords) {
      case '$ref':
        return problemsOf(value, definitionOf(root, rule as string), root, place);
      case 'allOf':
        return (rule as Schema[]).flatMap(each => problemsOf(value, each, root, place));
      case 'type':
        return wrong([rule as string | string[]].flat().includes(typeOf(value)));
      case 'const':
        return wrong(value === rule);
      case 'pattern':
        return wrong(typeof value !== 'string' || new RegExp(rule as string).test(value));
      case 'minimum':
        return wrong(typeof value !== 'number' || value >= (rule as number));
      case 'uniqueItems':
        return wrong(!Array.isArray(value) || new Set(value).size === value.length);
      case 'required':
        return (rule as string[]).flatMap(name =>
          wrong(!isObject(value) || name in value, place === '' ? name : `${place}.${name}`),
        );
      case 'properties':
        return members.flatMap(([name, of]) => inner(name, of, (rule as Record<string, Schema>)[name] ?? {}));
      case 'additionalProperties':
        return members.flatMap(([name, of]) => inner(name, of, schema.properties?.[name] ?? (rule as Schema)));
      case 'items':
        return Array.isArray(value) ? value.flatMap((of, index) => inner(index, of, rule as Schema)) : [];
      default:
        return assert.fail(`The keyword ${keyword} is not known.`);
    }
  });
}

function definitionOf({ definitions = {} }: Schema, reference: string): Schema {
  return definitions[reference.replace('#/definitions/', '')] ?? assert.fail(reference);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
