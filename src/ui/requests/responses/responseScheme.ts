/** The scheme of the documents of responses. */
export const responseScheme = 'hydrogen-response';
