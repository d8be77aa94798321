import path from 'node:path';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// extension -> ui -> middle -> world -> change -> auth -> api -> json -> csv -> files: a folder imports only folders to its right.
// The folders in the middle do not import each other. The command line program is cli -> middle.
const middle = ['applications', 'records', 'functions', 'requests', 'sandbox'];
const top = ['ui', 'cli', 'extension'];
export const layers = {
  files: ['csv', 'json', 'api', 'auth', 'change', 'world', ...middle, ...top],
  csv: ['json', 'api', 'auth', 'change', 'world', ...middle, ...top],
  json: ['api', 'auth', 'change', 'world', ...middle, ...top],
  api: ['auth', 'change', 'world', ...middle, ...top],
  auth: ['change', 'world', ...middle, ...top],
  change: ['world', ...middle, ...top],
  world: [...middle, ...top],
  ...Object.fromEntries(middle.map(layer => [layer, [...middle.filter(other => other !== layer), ...top]])),
  ui: ['cli', 'extension'],
  cli: ['ui', 'extension'],
};

// Only these files show text with the functions of `vscode.window`: they sanitize it (src/ui/platform/dialogs.ts).
const dialogFiles = ['src/ui/platform/dialogs.ts', 'src/ui/platform/prompts.ts'];
const windowFunctions = [
  ...['showInformationMessage', 'showWarningMessage', 'showErrorMessage', 'setStatusBarMessage', 'createStatusBarItem'],
  ...['showInputBox', 'createInputBox', 'showQuickPick', 'createQuickPick', 'showWorkspaceFolderPick'],
  ...['showSaveDialog', 'showOpenDialog', 'withProgress'],
];
const dialogMessage = 'show it with src/ui/platform/dialogs.ts or prompts.ts';
const dialogRules = {
  files: ['src/**/*.ts'],
  ignores: dialogFiles,
  rules: {
    'no-restricted-properties': ['error', ...windowFunctions.map(property => ({ property, message: dialogMessage }))],
  },
};

// VS Code displays the message of an Error, and turns a link in it into one that runs a command.
const userErrors = [
  { selector: "NewExpression[callee.name='Error'][arguments.0.type!='Literal']", message: 'make it with toUserError' },
  {
    selector: "CallExpression[callee.object.property.name='FileSystemError'][arguments.0.type='TemplateLiteral']",
    message: 'make it with toUserError',
  },
];

const layerRules = Object.entries(layers).map(([layer, forbidden]) => {
  const regex = `^(\\./)*(\\.\\./)+([\\w-]+/\\.\\./|src/)*(${forbidden.join('|')})(/|\\.|$)`;
  const message = `src/${layer} may not import ${forbidden.join(', ')} (see ARCHITECTURE.md)`;
  const vscode = layer === 'ui' ? [] : [{ name: 'vscode', message: 'only src/ui and src/extension.ts know VS Code' }];
  const dynamic = [{ selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\/')}/]`, message }];
  dynamic.push({ selector: "ImportExpression[source.type!='Literal']", message: 'name the module in the import' });
  if (layer === 'ui') {
    dynamic.push({ selector: "AssignmentExpression[left.property.name='message']", message: dialogMessage });
    dynamic.push(...userErrors);
  }
  if (layer !== 'ui') dynamic.push({ selector: "ImportExpression[source.value='vscode']", message });
  return {
    files: [`src/${layer}/**/*.ts`],
    rules: {
      'no-restricted-imports': ['error', { paths: vscode, patterns: [{ regex, message }] }],
      'no-restricted-syntax': ['error', ...dynamic],
    },
  };
});

// Inside a folder of this table, a folder imports only folders to its left, types included. Folders in the same brackets do not
// import each other.
export const folderOrder = {
  api: [
    ['credentialFields', 'errors'],
    ['secret', 'messages'],
    ['masking'],
    ['http', 'operations'],
    ['diagnosis', 'openApi'],
    ['webApi'],
  ],
  records: [['table'], ['text'], ['saving', 'schema'], ['document', 'filter'], ['transfer']],
  requests: [['document'], ['sending', 'language'], ['convert'], ['history'], ['checks'], ['messages']],
  sandbox: [
    ...[['http', 'store'], ['query'], ['backend'], ['server', 'identity'], ['files']],
    ['control', 'database', 'functions', 'orders', 'platforms', 'toolRoutes'],
    ...[['options', 'seed', 'content', 'users'], ['commandLine', 'createBackend', 'routes'], ['sandbox'], ['cli']],
  ],
  ui: [
    ...[['messages'], ['platform', 'nodes'], ['loading'], ['network'], ['applications'], ['guard'], ['users']],
    ...[['tokens'], ['connection'], ['sandbox'], ['documents'], ['explorer'], ['records'], ['requests']],
    ['checks', 'functions'],
    ['window'],
  ],
  'ui/explorer': [['export', 'search']],
  'ui/functions': [['workspace'], ['language'], ['document'], ['deploy', 'run']],
  'ui/records': [['change'], ['document'], ['language'], ['grid', 'schema'], ['transfer']],
  'ui/requests': [['document'], ['responses'], ['history'], ['sending'], ['language']],
};
const source = path.join(import.meta.dirname, 'src');
const nameIn = (folder, file) => {
  const [name] = path.relative(path.join(source, folder), file).split(path.sep);
  return name.replace(/\.ts$/, '');
};

const orderRule = {
  create(context) {
    const check = ({ source, argument }) => {
      const name = (source ?? argument?.literal ?? argument)?.value;
      if (typeof name !== 'string' || !name.startsWith('.')) return;
      const imported = path.resolve(path.dirname(context.filename), name);
      for (const [parent, groups] of Object.entries(folderOrder)) {
        const [folder, other] = [nameIn(parent, context.filename), nameIn(parent, imported)];
        const [position, otherPosition] = [folder, other].map(each => groups.findIndex(names => names.includes(each)));
        if (folder === other || position < 0 || otherPosition < position) continue;
        context.report({
          node: source ?? argument,
          message: `src/${parent}/${folder} may not import src/${parent}/${other} (see ARCHITECTURE.md)`,
        });
      }
    };
    const declarations = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'];
    return Object.fromEntries([...declarations, 'ImportExpression', 'TSImportType'].map(type => [type, check]));
  },
};
// The functions that send a write, and the files that may import them. All other files in records and ui write through `writeChanges`,
// which asks the guard. Request documents send their requests through the same guard (ui/requests/sending).
const writers = {
  'api/http/send': {
    names: ['send'],
    allowed: [
      ...['change/', 'ui/connection/diagnosis'],
      // An export starts a job of the service.
      'records/transfer/exportJob',
    ],
  },
  'api/http/apiRequest': { names: ['sendRequest'], allowed: [] },
  'api/http/sendOnce': { names: ['sendOnce'], allowed: ['records/transfer/exportJob', 'functions/runLog'] },
  // A run of a function changes nothing that could be read before; its callers ask the guard.
  // An import sends batches, with a journal instead of a plan.
  'change/sendWrite': { names: ['sendWrite'], allowed: ['change/', 'functions/debugRun', 'records/transfer/sendRows'] },
  'change/execute': {
    names: ['execute'],
    allowed: ['records/saving/save', 'functions/deploy', 'ui/records/change/'],
  },
  'records/saving/save': { names: ['save'], allowed: ['ui/records/document/saveRecords'] },
};
const writeRule = {
  create(context) {
    const here = path.relative(source, context.filename).replaceAll(path.sep, '/');
    const check = node => {
      const name = node.source?.value;
      if (typeof name !== 'string' || !name.startsWith('.')) return;
      const imported = path.relative(source, path.resolve(path.dirname(context.filename), name));
      const writer = writers[imported.replaceAll(path.sep, '/')];
      if (writer === undefined || writer.allowed.some(place => here.startsWith(place))) return;
      if (node.importKind === 'type' || node.exportKind === 'type') return;
      // The import takes the whole module, or one of its functions that send.
      const isWriter = ({ imported, local, importKind }) =>
        importKind !== 'type' && writer.names.includes((imported ?? local)?.name);
      const isWhole =
        node.specifiers === undefined || node.specifiers.some(({ type }) => type.endsWith('NamespaceSpecifier'));
      if (!isWhole && !node.specifiers.some(isWriter)) return;
      context.report({ node, message: 'write through writeChanges, which asks the guard (see ARCHITECTURE.md)' });
    };
    const declarations = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'];
    return Object.fromEntries(declarations.map(type => [type, check]));
  },
};
const writeRules = {
  files: ['src/change/**/*.ts', 'src/functions/**/*.ts', 'src/records/**/*.ts', 'src/ui/**/*.ts'],
  plugins: { writes: { rules: { executor: writeRule } } },
  rules: { 'writes/executor': 'error' },
};

// Words that make a comment hard to read, each with a better form.
const unclearWords = [
  [/\bstands?\b/i, 'write “is”, “means” or “is shown”'],
  [/\banew\b/i, 'write “again”'],
  [/\b(is|are) none of\b/i, 'write “is not a …” or “does not exist”'],
  [/\b(told|tells?)\b/i, 'write “reports”, “shows”, “passes” or “distinguishes”'],
  [/(^|[.:;] )(what|who) [^.:;,]*\b(is|was|are|were)\b/i, 'begin with the subject: “The …”, “Returns …”'],
];
const wordRule = {
  create: ({ report, sourceCode }) => ({
    Program() {
      for (const { loc, value } of sourceCode.getAllComments()) {
        const text = value.replace(/\s*\n\s*\*?\s*|^\*?\s+/g, ' ').trim();
        for (const [word, better] of unclearWords)
          if (word.test(text)) report({ loc, message: `Plain English: ${better}` });
      }
    },
  }),
};
const wordRules = { plugins: { words: { rules: { plain: wordRule } } }, rules: { 'words/plain': 'error' } };

const orderRules = {
  files: ['src/**/*.ts'],
  plugins: { folders: { rules: { order: orderRule } } },
  rules: { 'folders/order': 'error' },
};

// The rules of this project. `.oxlintrc.json` has the general ones, and checks the types.
export default defineConfig(
  { ignores: ['dist', 'out', '.cache', 'node_modules', '**/*.mjs'] },
  {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      // A type that is written as an import would hide the import from the rules of the layers.
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 300 }],
    },
  },
  { files: ['src/**/*.ts'], rules: { 'max-lines-per-function': ['error', { max: 80 }] } },
  { files: ['src/extension.ts'], rules: { 'max-lines': ['error', { max: 60 }] } },
  { files: ['test/**/*.ts', 'bench/**/*.ts'], rules: { 'no-console': 'off' } },
  ...layerRules,
  dialogRules,
  orderRules,
  writeRules,
  wordRules,
);
