import { header, type Range, type RequestNode } from './syntax';

/** A line after an empty line that reads like a request and is hardly a part of any body. */
const requestLine =
  /(?<=\n[ \t]*\r?\n)(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:https?:\/\/|\/|\{\{)\S*(?: HTTP\/[\d.]+)?(?=\r?\n|$)/g;

/**
 * Returns the lines of a body that are probably meant as requests, because the `###` before them is missing. httpYac does
 * not need it. The requests in the body of a batch belong there.
 * @param text the text of the document
 */
export function requestsInBody(request: RequestNode, text: string): Range[] {
  const { body, line } = request;
  if (body === undefined || /multipart|http/i.test(header(request, 'content-type')?.value.text ?? '')) return [];
  return [...text.slice(line.end, body.end).matchAll(requestLine)].map(({ index, 0: { length } }) => {
    const start = line.end + index;
    return { start, end: start + length };
  });
}
