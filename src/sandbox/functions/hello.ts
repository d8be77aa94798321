/** The code of the function of the seed. It is the sandbox's own, so that it runs where no other code does. */
export const helloCode = `exports.main = function (event, callback) {
  console.log('data', event.data);
  callback(null, { hello: event.data.name || 'world' });
};
`;
