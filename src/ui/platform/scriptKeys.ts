/** The keys of every command. The last two are in the result of `hydrogen.sandbox.bring`, which scripts pass on. */
const common: readonly string[] = ['clientId', 'authUrl', 'envId', 'confirmed', 'requests', 'functionsWithKeys'];

const file = ['uri'];
const code = ['name'];
const localCode = ['name', 'uri'];
const world = ['tables', 'records', 'functions', 'content'];

/** The further keys of each command (README, docs). */
const own: Readonly<Record<string, readonly string[]>> = {
  'hydrogen.application.add': ['name', 'clientSecret', 'serverDomain', 'environments', 'contentGroups', 'sessionOnly'],
  'hydrogen.application.export': file,
  'hydrogen.applications.export': file,
  'hydrogen.applications.import': file,
  'hydrogen.connection.enterPassphrase': ['origin', 'passphrase'],
  'hydrogen.content.preview': ['contentId'],
  'hydrogen.contentGroup.add': ['contentGroupId'],
  'hydrogen.environment.add': ['name'],
  'hydrogen.function.addToWorkspace': code,
  'hydrogen.function.debug': localCode,
  'hydrogen.function.deploy': code,
  'hydrogen.function.follow': localCode,
  'hydrogen.function.open': code,
  'hydrogen.function.run': localCode,
  'hydrogen.function.runIn': localCode,
  'hydrogen.function.versions': code,
  'hydrogen.history.sendAgain': ['entry'],
  'hydrogen.record.open': ['table', 'id'],
  'hydrogen.records.addToFavourites': file,
  'hydrogen.records.removeFromFavourites': file,
  'hydrogen.sandbox.bring': world,
  'hydrogen.sandbox.bringAgain': world,
  'hydrogen.sandbox.fault': ['fault'],
  'hydrogen.sandbox.load': file,
  'hydrogen.sandbox.loadWorld': file,
  'hydrogen.sandbox.moveClock': ['milliseconds'],
  'hydrogen.sandbox.save': file,
  'hydrogen.sandbox.saveWorld': file,
  'hydrogen.table.drop': ['table'],
  'hydrogen.table.editSchema': ['table'],
  'hydrogen.table.export': ['table', 'uri', 'format', 'where', 'keys'],
  'hydrogen.table.generateTypes': file,
  'hydrogen.table.import': ['table', 'uri'],
  'hydrogen.table.open': ['table', 'where', 'orderBy', 'keys', 'limit', 'offset'],
};

/** Returns the first key of a script's argument that the command does not know; `undefined` if it knows all. */
export function unknownKey(command: string, argument: object): string | undefined {
  const known = [...common, ...(own[command] ?? [])];
  return Object.keys(argument).find(key => !known.includes(key));
}
