import { multipartOf } from '../document/multipart';
import type { RequestDocument, Token } from '../document/syntax';

/** The files in bodies, as far as their paths have no variable. */
export function bodyFiles({ requests }: RequestDocument): Token[] {
  const paths = requests.flatMap(request =>
    request.body?.kind === 'file' ? [request.body.path] : (multipartOf(request)?.parts ?? []).map(({ file }) => file),
  );
  return paths.filter(path => path !== undefined && !path.text.includes('{{')) as Token[];
}
