import { createHttpClient } from '../../../src/api/http/httpClient';

/** The extension's own HTTP client, so that tests send and read like the product. */
export const httpFetchForTests = createHttpClient({ strictSSL: true, systemCertificates: false }).fetch;
