/** The code of the seed's function. It belongs to the sandbox, so it runs even where other code may not. */
export const helloCode = `exports.main = function (event, callback) {
  console.log('data', event.data);
  callback(null, { hello: event.data.name || 'world' });
};
`;
