/** A test that runs each command: the file, and the title of its `it`. */
export const commandTests: Record<string, [file: string, title: string]> = {
  'hydrogen.application.add': [
    'test/ui/applications/addApplication.test.ts',
    'tries the credentials, keeps them and shows the application',
  ],
  'hydrogen.application.authorize': ['test/ui/workbench/newcomer.test.ts', 'authorizes again'],
  'hydrogen.application.copyClientId': [
    'test/ui/explorer/rowMenus.test.ts',
    'copies the ClientID, the Env ID and names',
  ],
  'hydrogen.application.edit': [
    'test/ui/applications/applicationLife.test.ts',
    'goes on under another name, with the stored ClientSecret',
  ],
  'hydrogen.application.forgetToken': ['test/ui/tokens/statusBar.test.ts', 'says that there is no token'],
  'hydrogen.application.keepForSession': [
    'test/ui/tokens/tokenLifecycle.test.ts',
    'secrets kept for the session only are gone after a reload',
  ],
  'hydrogen.application.keepInStorage': [
    'test/ui/tokens/tokenLifecycle.test.ts',
    'secrets kept in the secret storage again are there after a reload',
  ],
  'hydrogen.application.list': ['test/ui/applications/applicationLife.test.ts', 'is found from the palette'],
  'hydrogen.application.openConsole': [
    'test/ui/explorer/rowMenus.test.ts',
    'opens the developer console when VS Code asked',
  ],
  'hydrogen.application.refreshToken': [
    'test/ui/tokens/tokenLifecycle.test.ts',
    'a refresh in one window leaves the other working, and nobody is asked',
  ],
  'hydrogen.application.remove': [
    'test/ui/applications/applicationLife.test.ts',
    'ends when it is removed, and only then',
  ],
  'hydrogen.application.rename': [
    'test/ui/applications/applicationLife.test.ts',
    'is shown in a second window, and changed there',
  ],
  'hydrogen.application.select': ['test/ui/tokens/statusBar.test.ts', 'says that there is no token'],
  'hydrogen.application.verifyToken': [
    'test/ui/tokens/tokenLifecycle.test.ts',
    'a token that was ended elsewhere is authorized again in silence, with four requests',
  ],
  'hydrogen.applications.discover': ['test/ui/applications/transfer.test.ts', 'are found in the code of the workspace'],
  'hydrogen.application.export': ['test/ui/applications/transfer.test.ts', 'go over the clipboard, one or all'],
  'hydrogen.applications.export': ['test/ui/applications/transfer.test.ts', 'are exported to a file without secrets'],
  'hydrogen.applications.import': [
    'test/ui/applications/transfer.test.ts',
    'are imported after a look at what changes',
  ],
  'hydrogen.applications.importCli': [
    'test/ui/applications/transfer.test.ts',
    'come from the profile of the command-line tool, its tokens stay',
  ],
  'hydrogen.connection.diagnose': [
    'test/host/suite/connections.test.ts',
    'are diagnosed step by step, without a credential in the report',
  ],
  'hydrogen.connection.enterPassphrase': [
    'test/host/suite/connections.test.ts',
    'show the client certificate that the settings name, once its passphrase is known',
  ],
  'hydrogen.content.openLink': ['test/ui/documents/preview.test.ts', 'opens a link only when VS Code asked'],
  'hydrogen.content.preview': [
    'test/ui/documents/preview.test.ts',
    'opens from the menu and from the JSON document, once for each content',
  ],
  'hydrogen.content.showImages': [
    'test/ui/documents/preview.test.ts',
    'shows images only when the person asks for them, and only those from https',
  ],
  'hydrogen.contentCategory.list': ['test/ui/explorer/bigLists.test.ts', 'is searched whole from the palette'],
  'hydrogen.contentGroup.add': [
    'test/ui/applications/applicationLife.test.ts',
    'remembers content groups by their ID, and says why one cannot be read',
  ],
  'hydrogen.contentGroup.remove': [
    'test/ui/applications/applicationLife.test.ts',
    'remembers content groups by their ID, and says why one cannot be read',
  ],
  'hydrogen.document.refresh': ['test/ui/explorer/explorerOdd.test.ts', 'a document is read anew in place'],
  'hydrogen.environment.add': ['test/ui/applications/applicationLife.test.ts', 'gains and loses environments'],
  'hydrogen.environment.copyEnvId': ['test/ui/explorer/rowMenus.test.ts', 'copies the ClientID, the Env ID and names'],
  'hydrogen.environment.edit': ['test/ui/applications/applicationLife.test.ts', 'gains and loses environments'],
  'hydrogen.environment.list': ['test/ui/applications/applicationLife.test.ts', 'is found from the palette'],
  'hydrogen.environment.remove': ['test/ui/applications/applicationLife.test.ts', 'gains and loses environments'],
  'hydrogen.environment.select': ['test/ui/applications/applicationLife.test.ts', 'gains and loses environments'],
  'hydrogen.favourite.add': ['test/ui/explorer/rowMenus.test.ts', 'keeps favourites, also over a reload'],
  'hydrogen.favourite.open': ['test/ui/explorer/rowMenus.test.ts', 'keeps favourites, also over a reload'],
  'hydrogen.favourite.remove': ['test/ui/explorer/rowMenus.test.ts', 'keeps favourites, also over a reload'],
  'hydrogen.goTo': [
    'test/ui/explorer/explorerFind.test.ts',
    'finds content 99,999 by its title, opens it and shows it in the tree',
  ],
  'hydrogen.guard.lock': ['test/ui/explorer/rowMenus.test.ts', 'locks an environment that it unlocked'],
  'hydrogen.guard.unlock': ['test/ui/explorer/rowMenus.test.ts', 'locks an environment that it unlocked'],
  'hydrogen.history.clear': ['test/ui/requests/requestHistory.test.ts', 'is cleared when the person confirms'],
  'hydrogen.history.compare': ['test/ui/requests/requestHistory.test.ts', 'compares two responses'],
  'hydrogen.history.edit': [
    'test/ui/requests/requestHistory.test.ts',
    'opens a request with its response, both read-only',
  ],
  'hydrogen.history.open': [
    'test/ui/requests/requestHistory.test.ts',
    'opens a request with its response, both read-only',
  ],
  'hydrogen.history.sendAgain': [
    'test/ui/requests/requests.test.ts',
    'stands in the history without credentials, and is sent again in another environment',
  ],
  'hydrogen.item.copyCurl': ['test/ui/explorer/explorerFind.test.ts', 'copies IDs, paths and cURL commands'],
  'hydrogen.item.copyCurlWithCredentials': [
    'test/ui/explorer/orders.test.ts',
    'are copied as cURL, with credentials only after a question',
  ],
  'hydrogen.item.copyId': ['test/ui/explorer/explorerFind.test.ts', 'copies the IDs of several rows'],
  'hydrogen.item.copyName': ['test/ui/explorer/rowMenus.test.ts', 'copies the ClientID, the Env ID and names'],
  'hydrogen.item.copyPath': ['test/ui/workbench/keyboard.test.ts', 'to the menu of a row'],
  'hydrogen.item.open': ['test/ui/explorer/rowMenus.test.ts', 'opens a category as JSON'],
  'hydrogen.item.refresh': [
    'test/ui/sandbox/sandbox.test.ts',
    'fails once when asked to, and the list can be read again',
  ],
  'hydrogen.list.clearFilter': [
    'test/ui/explorer/explorerFind.test.ts',
    'filters a group, says so, and clears the filter with one click',
  ],
  'hydrogen.list.export': [
    'test/ui/explorer/explorerFind.test.ts',
    'exports the contents of a category as CSV, waiting when the service asks to',
  ],
  'hydrogen.list.filter': ['test/ui/explorer/orders.test.ts', 'are filtered by their description'],
  'hydrogen.list.loadAll': ['test/ui/explorer/bigLists.test.ts', 'shows more, and all'],
  'hydrogen.list.loadMore': ['test/ui/explorer/bigLists.test.ts', 'shows more, and all'],
  'hydrogen.log.show': ['test/ui/explorer/rowMenus.test.ts', 'of the view shows the log'],
  'hydrogen.order.reveal': ['test/ui/explorer/orders.test.ts', 'hide personal data until it is asked for'],
  'hydrogen.record.open': ['test/ui/data/records.test.ts', 'open one by one, by their IDs'],
  'hydrogen.records.addToFavourites': [
    'test/ui/data/grid.test.ts',
    'has a query that can be a favourite, also over a reload, and opens by click and by key',
  ],
  'hydrogen.records.chooseColumns': ['test/ui/data/records.test.ts', 'show the columns that are chosen'],
  'hydrogen.records.exclude': [
    'test/host/suite/recordQueries.test.ts',
    'leave a value out, and a dirty document as it is',
  ],
  'hydrogen.records.filter': [
    'test/host/suite/recordQueries.test.ts',
    'are filtered by the value at the cursor, and no longer',
  ],
  'hydrogen.records.nextPage': ['test/host/suite/recordQueries.test.ts', 'are turned over page by page'],
  'hydrogen.records.previousPage': ['test/host/suite/recordQueries.test.ts', 'are turned over page by page'],
  'hydrogen.records.removeFromFavourites': [
    'test/ui/data/grid.test.ts',
    'has a query that can be a favourite, also over a reload, and opens by click and by key',
  ],
  'hydrogen.records.removeFilter': [
    'test/host/suite/recordQueries.test.ts',
    'are filtered by the value at the cursor, and no longer',
  ],
  'hydrogen.records.sortAscending': ['test/host/suite/recordQueries.test.ts', 'are sorted by the column at the cursor'],
  'hydrogen.records.sortDescending': [
    'test/host/suite/recordQueries.test.ts',
    'are sorted by the column at the cursor',
  ],
  'hydrogen.request.cancel': [
    'test/ui/requests/requestRun.test.ts',
    'is cancelled by a click on its progress in the status bar, and by command',
  ],
  'hydrogen.request.compareEnvironments': ['test/ui/requests/requests.test.ts', 'is compared between two environments'],
  'hydrogen.request.convert': [
    'test/ui/requests/requestTransfer.test.ts',
    'of another tool are converted; scripts are left out and named',
  ],
  'hydrogen.request.copyAs': [
    'test/ui/requests/requestTransfer.test.ts',
    'are copied with placeholders: nobody is asked, and nothing is sent',
  ],
  'hydrogen.request.addChecks': ['test/host/suite/checks.test.ts', 'gives checks that it passes, below it, once'],
  'hydrogen.request.updateSnapshot': [
    'test/host/suite/checks.test.ts',
    'has a snapshot that is written beside the document, and anew by a quick fix',
  ],
  'hydrogen.request.moveSecret': [
    'test/ui/requests/requestsWriting.test.ts',
    'moves a pasted secret to the secret storage',
  ],
  'hydrogen.request.new': ['test/ui/requests/requestsWriting.test.ts', 'begins with the catalogue, by category'],
  'hydrogen.request.newFromItem': [
    'test/ui/requests/requestTransfer.test.ts',
    'begin with an item of the tree, in its environment; its IDs are completed',
  ],
  'hydrogen.request.pasteCurl': [
    'test/ui/requests/requestTransfer.test.ts',
    'are pasted from the clipboard, where the host is no longer needed',
  ],
  'hydrogen.request.secrets': [
    'test/ui/requests/requestRun.test.ts',
    'lists the secrets by name, replaces and forgets them',
  ],
  'hydrogen.request.send': [
    'test/ui/requests/requests.test.ts',
    'is sent from its lens, which names application and environment',
  ],
  'hydrogen.request.sendAll': [
    'test/ui/requests/requests.test.ts',
    'gives what was answered to the next request, and says where a run stops',
  ],
  'hydrogen.request.sendLast': [
    'test/ui/requests/requestRun.test.ts',
    'sends the last one again by a key, with the text that it has by then',
  ],
  'hydrogen.request.sendToHere': [
    'test/ui/requests/requestRun.test.ts',
    'sends the requests to here, and stops at the first that fails',
  ],
  'hydrogen.response.comparePrevious': [
    'test/ui/requests/requestResponse.test.ts',
    'is compared with the one before it',
  ],
  'hydrogen.response.openComplete': [
    'test/ui/requests/requestResponse.test.ts',
    'of megabytes is shown by its start, and opens as a whole',
  ],
  'hydrogen.response.reveal': [
    'test/ui/requests/requestResponse.test.ts',
    'shows its credentials when the person confirms',
  ],
  'hydrogen.response.save': [
    'test/ui/requests/requestResponse.test.ts',
    'of bytes is shown in hex, and saved as it came',
  ],
  'hydrogen.response.signIn': [
    'test/ui/requests/requestRun.test.ts',
    'makes the user of a login the one who is signed in, from the message or from the response',
  ],
  'hydrogen.sandbox.expireTokens': [
    'test/ui/sandbox/sandbox.test.ts',
    'lets tokens expire, and the next call renews them',
  ],
  'hydrogen.sandbox.fault': [
    'test/ui/sandbox/sandbox.test.ts',
    'fails once when asked to, and the list can be read again',
  ],
  'hydrogen.sandbox.load': ['test/ui/sandbox/sandbox.test.ts', 'saves its state, and loads it again'],
  'hydrogen.sandbox.moveClock': [
    'test/ui/sandbox/sandbox.test.ts',
    'moves its clock, and the status bar goes from calm to a warning and an error',
  ],
  'hydrogen.sandbox.reset': ['test/ui/sandbox/sandbox.test.ts', 'puts its data back only after a question'],
  'hydrogen.sandbox.save': ['test/ui/sandbox/sandbox.test.ts', 'saves its state, and loads it again'],
  'hydrogen.sandbox.start': ['test/ui/workbench/keyboard.test.ts', 'a newcomer gets from the welcome to the sandbox'],
  'hydrogen.sandbox.stop': ['test/ui/sandbox/sandbox.test.ts', 'is stopped from the menu of the view'],
  'hydrogen.save.revertLast': ['test/ui/data/records.test.ts', 'become again what they were before the last save'],
  'hydrogen.secrets.forgetAll': [
    'test/ui/tokens/tokenLifecycle.test.ts',
    'forgetting all secrets leaves nothing, not even of applications that are no longer there',
  ],
  'hydrogen.settings.showProblems': [
    'test/ui/workbench/accessibility.test.ts',
    'that is there when no entry of the settings can be used leads to the settings',
  ],
  'hydrogen.status.showMenu': ['test/ui/tokens/statusBar.test.ts', 'opens a menu on a click'],
  'hydrogen.table.generateTypes': [
    'test/ui/data/dataTables.test.ts',
    'become TypeScript types, and the file says when they have moved on',
  ],
  'hydrogen.table.list': ['test/ui/data/dataTables.test.ts', 'are listed from the palette, with their columns'],
  'hydrogen.table.open': ['test/ui/data/records.test.ts', 'opens a table, in one request'],
  'hydrogen.table.showSchema': [
    'test/ui/data/dataTables.test.ts',
    'open with their indexes as JSON, as they are documented',
  ],
  'hydrogen.user.show': [
    'test/ui/explorer/orders.test.ts',
    'belong to a user whom “Show User” opens, without the token',
  ],
  'hydrogen.user.signIn': [
    'test/ui/tokens/tokenLifecycle.test.ts',
    'a user signs in, and out only when the service agrees or the person insists',
  ],
  'hydrogen.user.signOut': [
    'test/ui/tokens/tokenLifecycle.test.ts',
    'a user signs in, and out only when the service agrees or the person insists',
  ],
  'hydrogen.view.refresh': [
    'test/ui/explorer/rowMenus.test.ts',
    'of the view reads everything anew, whichever row has the focus',
  ],
  'hydrogen.walkthrough.open': [
    'test/ui/workbench/accessibility.test.ts',
    'the walkthrough says what its pictures show',
  ],
};
