import type * as vscode from 'vscode';

/** A modal, a list or a box, as a person sees it. */
export interface Asked {
  kind: 'modal' | 'list' | 'box';
  /** The question, or the title. */
  title: string;
  /** Below the question; the prompt of a box. */
  detail: string;
  /** What can be pressed or picked. */
  choices: string[];
}

/** A button, an entry or what is typed; `undefined` leaves. */
type Answer = (asked: Asked) => string | undefined | Promise<string | undefined>;

type Shows = Pick<typeof vscode.window, 'showWarningMessage' | 'showQuickPick' | 'showInputBox'>;

/**
 * Answers in place of a person: VS Code refuses to show modals to tests, which are in the extension's folder and so
 * have its own `vscode.window`, when they import it as it does: older releases give what is required another.
 * A text that a box complains about cannot be accepted, so it leaves the box.
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
  const { window } = await import('vscode');
  const own = { ...window };
  Object.assign(window, shows);
  try {
    await body(asked);
  } finally {
    for (const name of Object.keys(shows) as (keyof Shows)[]) Object.assign(window, { [name]: own[name] });
  }
  return asked;
}
