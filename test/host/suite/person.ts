import * as vscode from 'vscode';

/** A modal, a list or an input box, as a user sees it. */
export interface Asked {
  kind: 'modal' | 'list' | 'box';
  /** The question, or the title. */
  title: string;
  /** The text below the question; the prompt of an input box. */
  detail: string;
  /** The buttons or entries. */
  choices: string[];
}

/** A button, an entry or the typed text; `undefined` cancels. */
type Answer = (asked: Asked) => string | undefined | Promise<string | undefined>;

type Shows = Pick<typeof vscode.window, 'showWarningMessage' | 'showQuickPick' | 'showInputBox'>;

/**
 * Answers dialogs like a user: VS Code refuses to show modals to tests. The tests are in the extension's folder, so
 * `import('vscode')` gives them its `vscode.window`. Older releases give another one to `require`, which bundled code of the
 * extension inside a test uses: both are replaced. A text that an input box rejects cannot be accepted, so it cancels the
 * box.
 * @returns everything that was asked meanwhile
 */
export async function withPerson(answer: Answer, body: (asked: Asked[]) => Promise<void>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const ask = (kind: Asked['kind'], title = '', detail = '', choices: string[] = []) => {
    const question = { kind, title, detail, choices };
    asked.push(question);
    return Promise.resolve(answer(question));
  };
  const shows: Record<keyof Shows, (...given: never[]) => Promise<unknown>> = {
    async showWarningMessage(text: string, { detail }: vscode.MessageOptions, ...items: vscode.MessageItem[]) {
      const button = await ask(
        'modal',
        text,
        detail,
        items.map(({ title }) => title),
      );
      return items.find(({ title }) => title === button);
    },
    async showQuickPick(items: vscode.QuickPickItem[], { title, placeHolder }: vscode.QuickPickOptions) {
      const label = await ask(
        'list',
        title,
        placeHolder,
        items.map(item => item.label),
      );
      return items.find(item => item.label === label);
    },
    async showInputBox(box: vscode.InputBoxOptions) {
      const typed = await ask('box', box.title, box.prompt);
      return typed === undefined || (await box.validateInput?.(typed)) !== undefined ? undefined : typed;
    },
  };
  const imported = await import('vscode');
  const windows = [...new Set([imported.window, vscode.window])];
  const own = windows.map(({ showWarningMessage, showQuickPick, showInputBox }) => {
    return { showWarningMessage, showQuickPick, showInputBox };
  });
  for (const window of windows) Object.assign(window, shows);
  try {
    await body(asked);
  } finally {
    for (const [at, window] of windows.entries()) Object.assign(window, own[at]);
  }
  return asked;
}
