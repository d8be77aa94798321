/** The user whom every environment of a fresh sandbox knows. The password is no secret: it is in the documentation. */
export const customer = { email: 'customer@example.com', username: 'customer', password: 'customer-password' };
