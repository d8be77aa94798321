const environments = ['environment.production', 'environment.test'].flatMap(value => [value, `${value}.selected`]);
const guarded = environments.map(value => `${value}.guarded`);
const unlocked = environments.map(value => `${value}.unlocked`);
const ownEnvironments = [...environments, ...guarded, ...unlocked];
const everyEnvironment = [...ownEnvironments, ...environments.map(value => `${value}.sandbox`)];

/** Descriptions of rows by their values of `viewItem`. A command's rows get the first descriptions that match. */
export const rows: [values: string[], words: string][] = [
  [['application', 'application.sessionOnly', 'application.sandbox', 'application.sandbox.world'], 'an application'],
  [['application', 'application.sessionOnly'], 'an application of one’s own'],
  [['application'], 'an application whose secrets are stored'],
  [['application.sessionOnly'], 'an application whose secrets are kept for the session'],
  [['application.sandbox', 'application.sandbox.world'], 'an application of the sandbox'],
  [['application.sandbox.world'], 'an application that was brought into the sandbox'],
  [everyEnvironment, 'an environment'],
  [ownEnvironments, 'an environment outside of the sandbox'],
  [everyEnvironment.filter(value => !value.includes('selected')), 'an environment that is not selected'],
  [guarded, 'an environment that is guarded'],
  [unlocked, 'an environment that is unlocked'],
  [everyEnvironment.filter(value => value.includes('test')), 'a test environment'],
  ...list('contentLibrary', 'the content library', ['contentLibrary.sandbox']),
  [['contentLibrary', 'contentLibrary.filtered'], 'the content library of an application of one’s own'],
  ...list('contentGroup', 'a content group', ['contentGroup.remembered']),
  ...list('contentGroup.remembered', 'a content group that was added by its ID'),
  ...list('contentCategory', 'a content category'),
  [['content', 'content.favourite'], 'a content'],
  [['content'], 'a content that is not a favourite'],
  [['content.favourite'], 'a content that is a favourite'],
  ...list('orders', 'the orders'),
  ...list('dataTables', 'the data tables'),
  [['dataTables.unauthorized'], 'the data tables without authorization'],
  ...list('dataTable', 'a data table'),
  [['dataColumn'], 'a column'],
  [['dataIndex'], 'an index'],
  [['dataPermissions'], 'the permissions of a table'],
  ...list('cloudFunctions', 'the cloud functions'),
  [['cloudFunctions.unauthorized'], 'the cloud functions without authorization'],
  [['cloudFunction'], 'a cloud function'],
  [['orders.signedOut'], 'the orders while nobody is signed in'],
  [['order'], 'an order'],
  [['user', 'user.signedOut'], 'the user'],
  [['user'], 'the user who is signed in'],
  [['user.signedOut'], 'the user while nobody is signed in'],
  [['favourite'], 'a favourite'],
  [['more'], '“Load more…”'],
  [['error'], 'what could not be read'],
  [['favourites'], 'the favourites'],
  [['sandboxRequests'], 'the requests of the sandbox'],
  [['sandboxRequest'], 'a request to the sandbox'],
  [['historyEntry'], 'a request that was sent'],
];

/** All values of `viewItem` in both views. */
export const rowValues = [...new Set(rows.flatMap(([values]) => values))];

/** Returns descriptions for a list in all its states: most lists can be favourites, and all can be filtered. */
function list(value: string, words: string, also: string[] = []): [string[], string][] {
  const plain = [value, ...also];
  const filtered = plain.map(name => `${name}.filtered`);
  const favourites = (of: string[]) =>
    /^(contentLibrary|orders|dataTables|cloudFunctions)$/.test(value) ? [] : of.map(name => `${name}.favourite`);
  const [favourite, both] = [favourites(plain), favourites(filtered)];
  const all: [string[], string][] = [
    [[...plain, ...filtered, ...favourite, ...both], words],
    [[...plain, ...favourite], `${words} without a filter`],
    [[...filtered, ...both], `${words} with a filter`],
    [[...plain, ...filtered], `${words} that is not a favourite`],
    [[...favourite, ...both], `${words} that is a favourite`],
  ];
  return all.filter(([values]) => values.length > 0);
}

/** Descriptions of conditions other than rows. */
export const conditions: Record<string, string> = {
  'resourceScheme == hydrogen': 'a JSON document',
  'resourceScheme == hydrogen && resource in hydrogen.contentDocuments': 'the JSON document of a content',
  'resourceScheme == hydrogen && resource =~ /%22kind%22%3A%22page%22/': 'a list of records',
  'resourceScheme == hydrogen && resource =~ /%22kind%22%3A%22page%22/ && resource =~ /%22where%22%3A/':
    'a list of records with a filter',
  'resourceScheme == hydrogen && resource =~ /%22kind%22%3A%22page%22/ && resource =~ /%22offset%22%3A/':
    'a list of records from its second page on',
  'resourceScheme == hydrogen && resource =~ /%22kind%22%3A%22(page|record)%22/ && resource not in hydrogen.favouriteDocuments':
    'records that are not a favourite',
  'resourceScheme == hydrogen && resource =~ /%22kind%22%3A%22(page|record)%22/ && resource in hydrogen.favouriteDocuments':
    'records that are a favourite',
  'resourceScheme == hydrogen && resource =~ /%22kind%22%3A%22(page|record)%22/ && resource not in hydrogen.favouriteDocuments && !(resource =~ /%22offset%22%3A/)':
    'records on the first page that are not a favourite',
  'resourceScheme == hydrogen && resource =~ /%22kind%22%3A%22(page|record)%22/ && resource not in hydrogen.favouriteDocuments && resource =~ /%22offset%22%3A/':
    'records from the second page on that are not a favourite',
  'resourceScheme == hydrogen && resource =~ /%22kind%22%3A%22(page|record)%22/ && resource in hydrogen.favouriteDocuments && !(resource =~ /%22offset%22%3A/)':
    'records on the first page that are a favourite',
  'resourceScheme == hydrogen && resource =~ /%22kind%22%3A%22(page|record)%22/ && resource in hydrogen.favouriteDocuments && resource =~ /%22offset%22%3A/':
    'records from the second page on that are a favourite',
  'activeWebviewPanelId == hydrogen.contentPreview && hydrogen.preview.imagesHidden': 'a preview without its images',
  'resourceLangId == hydrogen-http': 'a request document',
  'editorLangId == hydrogen-http': 'a request document',
  'editorTextFocus && editorLangId == hydrogen-http': 'a request document',
  'editorTextFocus && editorLangId =~ /^hydrogen-(http|response)$/': 'a request document or a response',
  'resourceExtname =~ /^\\.(http|hurl)$/ && editorLangId != hydrogen-http': 'an .http or .hurl file of another tool',
  'resourceScheme == hydrogen-response': 'a response',
  'resourceScheme == hydrogen-response && resource in hydrogen.responsesWithCredentials': 'a response with credentials',
  'resourceScheme == hydrogen-response && resource in hydrogen.responsesWithBody': 'a response with a body',
  'resourceScheme == hydrogen-response && resource in hydrogen.responsesWithHtml': 'a response with HTML',
  'resourceScheme == hydrogen-response && resource in hydrogen.responsesWithFile':
    'a response with a PDF or a large image',
  'resourceFilename == index.js': 'the code of a function',
  'workspaceFolderCount != 0': 'with an open folder',
  'hydrogen.sandbox.running': 'while the sandbox runs',
  '!hydrogen.sandbox.running': 'while the sandbox does not run',
  'hydrogen.guard.unlocked': 'while an environment is unlocked',
  '!hydrogen.settings.wrong': 'while nothing in the settings is wrong',
  'hydrogen.settings.wrong': 'while something in the settings is wrong',
  listDoubleSelection: 'when two are selected',
};

/** Descriptions of the places in the source that offer a command, by file, and by command where they differ. */
export const offered: Record<string, string | Record<string, string>> = {
  'platform/command.ts': 'button of an error message',
  'higherCalls.ts': {
    'hydrogen.application.authorize': 'button of the message that an application was added',
    'hydrogen.connection.diagnose': 'button of the message that nobody could be signed in',
    'hydrogen.table.open': 'a data table that was found or is a favourite',
    'hydrogen.record.open': 'a record that is a favourite',
    'hydrogen.function.open': 'a cloud function that was found',
  },
  'explorer/selectionCommands.ts': 'menu of the status bar',
  'guard/register.ts': 'status bar, while an environment is unlocked',
  'documents/preview/previewPanel.ts': 'link of a preview',
  'functions/workspace/lenses.ts': 'lens of a function in the workspace',
  'records/schema/saveSchema.ts': 'question before a table or a column is dropped',
  'records/grid/gridFilter.ts': 'list of filters above a grid',
  'records/grid/gridMessages.ts': {
    'hydrogen.document.refresh': 'button of a grid that cannot be read',
    'hydrogen.record.open': '“Go to Record” in the menu of a cell of a grid',
  },
  'records/transfer/importTable.ts': 'button of the message that an import stopped',
  'records/transfer/register.ts': 'message after a reload that interrupted an import',
  'sandbox/sandboxMemory.ts': 'button of the message that the sandbox is too large to keep',
  'records/transfer/tableDrop.ts': 'file that is dropped on a data table',
  'requests/responses/responseLanguage.ts': 'lens of a response',
  'requests/responses/openBody.ts': 'button of the message that no extension for PDF is installed',
  'requests/language/diagnostics.ts': 'quick fix in a request document',
  'requests/history/historyTree.ts': {
    'hydrogen.history.open': 'click on a request that was sent',
    'hydrogen.history.filter': 'click on the filter of Request History',
  },
  'requests/language/codeLens.ts': 'lens of a request',
  'requests/language/checkActions.ts': 'code action of a request with a response',
  'requests/sending/sendOutcome.ts': 'button of the message that a request with a secret was refused',
  'requests/responses/signIn.ts': 'button of the message that a response holds a session',
  'requests/sending/sendStatus.ts': 'status bar, while a request is sent',
  'tokens/statusLine.ts': 'status bar',
  'tokens/tokenWarning.ts': 'button of the message that a token expires',
  'nodes/openCommand.ts': {
    'hydrogen.item.open': 'click on a content category, a content, an order, the user',
    'hydrogen.application.authorize': 'click on the data tables or cloud functions without authorization',
    'hydrogen.user.signIn': 'click on the user or the orders while nobody is signed in',
  },
  'nodes/dataTable.ts': 'click on a data table',
  'nodes/cloudFunction.ts': 'click on a cloud function',
  'records/typesDiagnostics.ts': 'quick fix in hydrogen.d.ts',
  'nodes/favourites.ts': 'click on a favourite',
  'nodes/placeholders.ts': {
    'hydrogen.list.loadMore': 'click on “Load more…”',
    'hydrogen.item.refresh': 'click on what could not be read',
  },
};
/** Files that name a command without offering it. */
export const unseen = [
  ...['sandbox/localSandbox.ts', 'sandbox/world/bring.ts', 'sandbox/world/worldFiles.ts'],
  ...['requests/sending/sendCommands.ts', 'records/transfer/openRows.ts', 'platform/scriptKeys.ts'],
];
