/**
 * Test files that `npm test -- --all` runs on the newest release only. On the oldest one they would reach no line that
 * uses the API of VS Code, apart from its value types, which no other file reaches; and they test what the extension
 * does with secrets, requests and texts. `npm test -- host --vscode oldest` runs them as well, as CI does on each system;
 * there testEncodings fails with a server of the oldest release, which lacks the file search of VS Code.
 */
export const onNewest = [
  ...['arrivingDocuments', 'bodyFiles', 'cancelledRefresh', 'closedSearch', 'commandWords', 'conflictQuestions'],
  ...['deployedFiles', 'diagnosisReport', 'expiryMoment', 'hostileText', 'movedSecrets', 'movedServer'],
  ...['privateFiles', 'requestSafety', 'responses', 'responseTimes', 'settingsMessages', 'testEncodings'],
].map(name => `${name}.test.cjs`);
