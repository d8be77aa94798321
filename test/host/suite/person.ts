import * as vscode from 'vscode';

/** A modal, a list, an input box, a message or a text in the status bar, as a user sees it. */
export interface Asked {
  kind: 'modal' | 'list' | 'box' | 'message' | 'status';
  /** The question, the title, or the text. */
  title: string;
  /** The text below the question; the prompt of an input box. */
  detail: string;
  /** The labels of the buttons or entries, or the initial text of the input box. */
  choices: string[];
}

/**
 * A button, an entry, the checked entries of a list with checkboxes (a line each), or the typed text; `undefined` cancels.
 */
type Answer = (asked: Asked) => string | undefined | Promise<string | undefined>;

/** Replacements of functions of `vscode.window`, by name. */
type Shows = Record<string, (...given: never[]) => unknown>;

/**
 * Answers dialogs like a user. VS Code shows no modals to tests, so this replaces functions of `vscode.window`.
 * `import('vscode')` returns the extension's object, because the tests are in its folder. In older releases `require`,
 * which extension code inside a test uses, returns another object. So both are replaced. A text that an input box rejects
 * cannot be accepted, so it cancels the box.
 * @returns everything that was asked meanwhile
 */
export async function withPerson(answer: Answer, body: (asked: Asked[]) => Promise<void>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const ask = (kind: Asked['kind'], title = '', detail = '', choices: string[] = []) => {
    const question = { kind, title, detail, choices };
    asked.push(question);
    return Promise.resolve(answer(question));
  };
  await replacing(
    {
      showWarningMessage: async (text: string, { detail }: vscode.MessageOptions, ...items: vscode.MessageItem[]) =>
        press(items, choices => ask('modal', text, detail, choices)),
      showInformationMessage: async (
        text: string,
        { detail, modal }: vscode.MessageOptions,
        ...items: vscode.MessageItem[]
      ) => (modal === true ? press(items, choices => ask('modal', text, detail, choices)) : undefined),
      showQuickPick: async (items: vscode.QuickPickItem[], options: vscode.QuickPickOptions) => {
        const { title, placeHolder } = options;
        return choose(items, options, await ask('list', title, placeHolder, labelsOf(items)));
      },
      showInputBox: async (box: vscode.InputBoxOptions) => type(box, await ask('box', box.title, box.prompt)),
      createInputBox: () => stepBox(({ title, prompt, value }) => ask('box', title, prompt, [value])),
    },
    () => body(asked),
  );
  return asked;
}

/** Returns an answer for `withPerson`: the first of these labels that is among the choices, otherwise cancels. */
export function choosing(...labels: string[]): Answer {
  return ({ choices }) => labels.find(label => choices.includes(label));
}

/**
 * Answers by title. A question or message gets the answer of the first pattern that matches. Otherwise it is cancelled.
 */
export type Answers = readonly (readonly [title: RegExp, answer: string | (() => Promise<string | undefined>)])[];

/**
 * Like `withPerson` for a user who also reads messages and the status bar, and chooses the file of each save dialog.
 * @param file the path for save dialogs
 */
export async function withUser(answers: Answers, body: () => Thenable<unknown>, file?: string): Promise<Asked[]> {
  const asked: Asked[] = [];
  const ask = (kind: Asked['kind'], title = '', detail = '', choices: string[] = []) => {
    asked.push({ kind, title, detail, choices });
    const answer = answers.find(([pattern]) => pattern.test(title))?.[1];
    return Promise.resolve(typeof answer === 'function' ? answer() : answer);
  };
  const say = async (text: string, { modal = false, detail }: vscode.MessageOptions, ...items: vscode.MessageItem[]) =>
    press(items, choices => ask(modal ? 'modal' : 'message', text, detail, choices));
  await replacing(
    {
      ...{ showInformationMessage: say, showWarningMessage: say, showErrorMessage: say },
      showQuickPick: async (items: vscode.QuickPickItem[], options: vscode.QuickPickOptions) => {
        const { title, placeHolder } = options;
        return choose(items, options, await ask('list', title, placeHolder, labelsOf(items)));
      },
      showInputBox: async (box: vscode.InputBoxOptions) => type(box, await ask('box', box.title, box.prompt)),
      createInputBox: () => stepBox(({ title, prompt, value }) => ask('box', title, prompt, [value])),
      setStatusBarMessage: (text: string) => {
        void ask('status', text);
        return new vscode.Disposable(() => undefined);
      },
      showSaveDialog: () => Promise.resolve(file === undefined ? undefined : vscode.Uri.file(file)),
    },
    async () => void (await body()),
  );
  return asked;
}

/** Returns the titles of all questions and messages, in order. */
export function titlesOf(asked: readonly Asked[]): string[] {
  return asked.map(({ title }) => title);
}

const labelsOf = (items: readonly vscode.QuickPickItem[]) => items.map(({ label }) => label);

function choose(
  items: readonly vscode.QuickPickItem[],
  { canPickMany }: vscode.QuickPickOptions,
  label: string | undefined,
): vscode.QuickPickItem | readonly vscode.QuickPickItem[] | undefined {
  if (canPickMany !== true) return items.find(item => item.label === label);
  return label === undefined ? undefined : items.filter(item => label.split('\n').includes(item.label));
}

async function press(
  items: readonly vscode.MessageItem[],
  ask: (choices: string[]) => string | undefined | Promise<string | undefined>,
): Promise<vscode.MessageItem | undefined> {
  const button = await ask(items.map(({ title }) => title));
  return items.find(({ title }) => title === button);
}

async function type(box: vscode.InputBoxOptions, typed: string | undefined): Promise<string | undefined> {
  return typed === undefined || (await box.validateInput?.(typed)) !== undefined ? undefined : typed;
}

/** Returns an input box of a flow with several steps. */
function stepBox(ask: (box: vscode.InputBox) => Promise<string | undefined>): Partial<vscode.InputBox> {
  const [accepted, hidden] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
  const box: Partial<vscode.InputBox> = {
    ...{ onDidAccept: accepted.event, onDidHide: hidden.event, dispose: () => undefined },
    ...{ onDidChangeValue: () => new vscode.Disposable(() => undefined) },
    ...{ onDidTriggerButton: () => new vscode.Disposable(() => undefined) },
    show: () =>
      void ask(box as vscode.InputBox).then(typed => {
        if (typed === undefined) return hidden.fire();
        box.value = typed;
        accepted.fire();
        // This closes the box if it rejected the text. An accepted text has closed it already.
        return hidden.fire();
      }),
  };
  return box;
}

/** Replaces functions of `vscode.window` while `body` runs, and restores them afterwards. */
async function replacing(shows: Shows, body: () => Promise<void>): Promise<void> {
  const imported = await import('vscode');
  const windows = [...new Set([imported.window, vscode.window])] as unknown as Shows[];
  const own = windows.map(window => Object.fromEntries(Object.keys(shows).map(name => [name, window[name]])));
  for (const window of windows) Object.assign(window, shows);
  try {
    await body();
  } finally {
    for (const [at, window] of windows.entries()) Object.assign(window, own[at]);
  }
}
