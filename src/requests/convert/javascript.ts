import type { PlainRequest } from '../../api/http/plainRequest';

/** Exports a request as JavaScript with the standard `fetch`. */
export function exportFetch(request: PlainRequest): string {
  return `${preamble(request)}const response = await fetch(${literal(request.url)}, ${options(request)});
console.log(response.status, await response.text());
`;
}

/** Exports a request as JavaScript with undici's `request`. */
export function exportUndici(request: PlainRequest): string {
  const imports = request.body?.kind === 'multipart' ? '{ FormData, request }' : '{ request }';
  return `import ${imports} from 'undici';
${preamble(request)}
const { statusCode, body } = await request(${literal(request.url)}, ${options(request)});
console.log(statusCode, await body.text());
`;
}

function preamble({ body }: PlainRequest): string {
  const needsFile =
    body?.kind === 'file' || (body?.kind === 'multipart' && body.parts.some(part => 'path' in part.value));
  const imports = needsFile ? "import { readFile } from 'node:fs/promises';\n\n" : '';
  if (body?.kind !== 'multipart') return imports;
  const lines = body.parts.map(({ name, value, filename, contentType }) => {
    if (filename === undefined && contentType === undefined) {
      const content = 'path' in value ? `await readFile(${literal(value.path)}, 'utf8')` : literal(value.text);
      return `form.append(${literal(name)}, ${content});`;
    }
    const content = 'path' in value ? `await readFile(${literal(value.path)})` : literal(value.text);
    const type = contentType === undefined ? '' : `, { type: ${literal(contentType)} }`;
    return `form.append(${literal(name)}, new Blob([${content}]${type}), ${literal(filename ?? 'file')});`;
  });
  return `${imports}const form = new FormData();\n${lines.join('\n')}\n`;
}

function options({ method, headers, body }: PlainRequest): string {
  const lines = [`  method: ${literal(method)},`];
  if (headers.length > 0) {
    lines.push(
      '  headers: {',
      ...joinRepeated(headers).map(([name, value]) => `    ${literal(name)}: ${literal(value)},`),
      '  },',
    );
  }
  if (body?.kind === 'text') lines.push(`  body: ${literal(body.text)},`);
  if (body?.kind === 'file') lines.push(`  body: await readFile(${literal(body.path)}),`);
  if (body?.kind === 'multipart') lines.push('  body: form,');
  return `{\n${lines.join('\n')}\n}`;
}

/** Joins repeated headers with a comma. */
export function joinRepeated(headers: PlainRequest['headers']): [name: string, value: string][] {
  const byName = new Map<string, [string, string]>();
  for (const [name, value] of headers) {
    const earlier = byName.get(name.toLowerCase());
    byName.set(name.toLowerCase(), earlier === undefined ? [name, value] : [earlier[0], `${earlier[1]}, ${value}`]);
  }
  return [...byName.values()];
}

/** Returns a string literal that is valid in JavaScript and Python. */
export function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
