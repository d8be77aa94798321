/** The code of the seed's cloud function. It is part of the sandbox, so it runs even where other functions may not. */
export const helloCode = `exports.main = function (event, callback) {
  console.log('data', event.data);
  callback(null, { hello: event.data.name || 'world' });
};
`;
