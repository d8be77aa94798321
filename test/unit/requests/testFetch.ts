import { createHttpClient } from '../../../src/api/http/httpClient';

/** The extension's own client: what goes out and how it is read is what a user gets. */
export const httpFetchForTests = createHttpClient({ strictSSL: true, systemCertificates: false }).fetch;
