/** The schemes of the documents that the extension itself provides, and the languages it knows (package.json). */
export const schemes = {
  document: 'hydrogen',
  response: 'hydrogen-response',
  history: 'hydrogen-history',
  sandbox: 'hydrogen-sandbox',
  text: 'hydrogen-text',
} as const;

/** The editor of lists of records. */
export const grid = 'hydrogen.grid';

export const languages = { request: 'hydrogen-http', response: 'hydrogen-response' } as const;
