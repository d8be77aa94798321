import type { PlainPart, PlainRequest } from '../../api/http/plainRequest';
import { literal, joinRepeated } from './javascript';

/** Exports a request as Python code that uses the library Requests. */
export function exportPython({ method, url, headers, body }: PlainRequest): string {
  const lines = [`    ${literal(method)},`, `    ${literal(url)},`];
  if (headers.length > 0) {
    lines.push(
      '    headers={',
      ...joinRepeated(headers).map(([name, value]) => `        ${literal(name)}: ${literal(value)},`),
      '    },',
    );
  }
  if (body?.kind === 'text') lines.push(`    data=${literal(body.text)}.encode(),`);
  if (body?.kind === 'file') lines.push(`    data=open(${literal(body.path)}, "rb"),`);
  if (body?.kind === 'multipart')
    lines.push('    files=[', ...body.parts.map(part => `        ${tuple(part)},`), '    ],');
  return `import requests

response = requests.request(
${lines.join('\n')}
)
print(response.status_code, response.text)
`;
}

/** Returns a form field. The library Requests sends it without a file name if the first element is None. */
function tuple({ name, value, filename, contentType }: PlainPart): string {
  const content = 'path' in value ? `open(${literal(value.path)}, "rb")` : literal(value.text);
  const file = filename === undefined ? 'None' : literal(filename);
  const type = contentType === undefined ? '' : `, ${literal(contentType)}`;
  return `(${literal(name)}, (${file}, ${content}${type}))`;
}
