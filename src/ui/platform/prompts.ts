import * as vscode from 'vscode';
import { defuse } from '../messages/plainText';
import { answered } from './dialogs';

// Quick picks, input boxes and file dialogs. This file and dialogs.ts are the only way to show text to the user.
// If the user cancels, they throw vscode.CancellationError.

/** Title and placeholder are required: a list may open without context, so it must explain itself. */
type PickOptions = Omit<vscode.QuickPickOptions, 'canPickMany'> & { title: string; placeHolder: string };

/** Shows a list. Resolves to the picked element of `items`. */
export async function showPick<T extends vscode.QuickPickItem>(items: readonly T[], options: PickOptions): Promise<T> {
  const shown = items.map(defusedItem);
  const chosen = await vscode.window.showQuickPick(shown, { ...defusedTitles(options), canPickMany: false });
  return answered(chosen && items[shown.indexOf(chosen)]);
}

/** Shows a list with checkboxes. Resolves to the picked elements of `items`. */
export async function showPickMany<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: PickOptions,
): Promise<T[]> {
  const shown = items.map(defusedItem);
  const chosen = answered(await vscode.window.showQuickPick(shown, { ...defusedTitles(options), canPickMany: true }));
  return items.filter((_, index) => chosen.some(item => item === shown[index]));
}

function defusedItem<T extends vscode.QuickPickItem>(item: T): T {
  const { label, description, detail } = item;
  return {
    ...item,
    label: defuse(label),
    ...(description === undefined ? {} : { description: defuse(description) }),
    ...(detail === undefined ? {} : { detail: defuse(detail) }),
  };
}

/** A list whose items change while it is open. Callers pass and receive their own items; it shows defused copies. */
export class LivePick<T extends vscode.QuickPickItem> implements vscode.Disposable {
  readonly #pick = vscode.window.createQuickPick<T>();
  #items: readonly T[] = [];
  readonly onDidChangeValue = this.#pick.onDidChangeValue;
  readonly onDidChangeActive = this.#pick.onDidChangeActive;
  readonly onDidAccept = this.#pick.onDidAccept;
  readonly onDidHide = this.#pick.onDidHide;

  constructor(
    title: string,
    placeholder: string,
    options: Pick<vscode.QuickPick<T>, 'matchOnDescription' | 'keepScrollPosition'>,
  ) {
    Object.assign(this.#pick, options, { title: defuse(title), placeholder: defuse(placeholder) });
  }

  get value(): string {
    return this.#pick.value;
  }

  set busy(busy: boolean) {
    this.#pick.busy = busy;
  }

  set placeholder(text: string) {
    this.#pick.placeholder = defuse(text);
  }

  get items(): readonly T[] {
    return this.#items;
  }

  set items(items: readonly T[]) {
    this.#items = items;
    this.#pick.items = items.map(defusedItem);
  }

  get activeItem(): T | undefined {
    return this.#original(this.#pick.activeItems[0]);
  }

  set activeItem(item: T | undefined) {
    this.#pick.activeItems = this.#pick.items.filter((_, at) => this.#items[at] === item);
  }

  get selectedItem(): T | undefined {
    return this.#original(this.#pick.selectedItems[0]);
  }

  show(): void {
    this.#pick.show();
  }

  /** Shows the pick and disposes it afterwards. @returns the chosen item */
  async choose(): Promise<T> {
    try {
      return await new Promise((resolve, reject) => {
        this.onDidAccept(() => {
          if (this.selectedItem !== undefined) resolve(this.selectedItem);
        });
        this.onDidHide(() => reject(new vscode.CancellationError()));
        this.show();
      });
    } finally {
      this.dispose();
    }
  }

  dispose(): void {
    this.#pick.dispose();
  }

  #original(shown: T | undefined): T | undefined {
    return shown === undefined ? undefined : this.#items[this.#pick.items.indexOf(shown)];
  }
}

/** Shows an input box. @returns the text as typed */
export async function showInput(
  options: Omit<vscode.InputBoxOptions, 'validateInput'> & {
    title: string;
    prompt: string;
    /** Returns why the text is invalid. */
    validate?: (text: string) => string | undefined;
    /** Closes the box. */
    signal?: AbortSignal | undefined;
  },
): Promise<string> {
  const { validate, prompt, signal, ...rest } = options;
  if (signal?.aborted === true) throw new vscode.CancellationError();
  const closing = new vscode.CancellationTokenSource();
  const close = () => closing.cancel();
  signal?.addEventListener('abort', close);
  const typed = await vscode.window.showInputBox(
    {
      ...defusedTitles(rest),
      prompt: defuse(prompt),
      validateInput: text => defusedProblem(validate?.(text)),
    },
    closing.token,
  );
  signal?.removeEventListener('abort', close);
  closing.dispose();
  return answered(typed);
}

type InputProblem = string | vscode.InputBoxValidationMessage;

/**
 * Asks one step of a flow. From the second step on there is a Back button.
 * @param position `undefined` if the flow has only one step
 * @returns the text; `undefined` after Back
 */
async function showInputStep<T>(
  title: string,
  position: { step: number; totalSteps: number } | undefined,
  { prompt, placeholder = '', password = false, keepsSpaces = false, value, validate }: Step<T>,
  answers: T,
): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  const texts = { title: defuse(title), placeholder: defuse(placeholder), prompt: defuse(prompt) };
  Object.assign(box, { ...texts, password, value: value(answers), ignoreFocusOut: true }, position);
  if (position !== undefined && position.step > 1) box.buttons = [vscode.QuickInputButtons.Back];
  const typed = () => (keepsSpaces ? box.value : box.value.trim());
  const check = () => {
    const problem = validate(typed(), answers);
    box.validationMessage = defusedProblem(problem) ?? '';
    return problem;
  };
  try {
    return await new Promise((resolve, reject) => {
      box.onDidChangeValue(() => {
        if (box.value === '') box.validationMessage = '';
        else check();
      });
      box.onDidAccept(() => {
        if (!blocks(check())) resolve(typed());
      });
      box.onDidTriggerButton(() => resolve(undefined));
      box.onDidHide(() => reject(new vscode.CancellationError()));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

function blocks(problem: InputProblem | undefined): boolean {
  if (problem === undefined || problem === '') return false;
  return typeof problem === 'string' || problem.severity === vscode.InputBoxValidationSeverity.Error;
}

/** Asks where to save a file. */
export async function showSave(options: vscode.SaveDialogOptions): Promise<vscode.Uri> {
  return answered(await vscode.window.showSaveDialog({ ...options, ...defusedTitles(options) }));
}

/** Asks for one file. */
export async function showOpen(options: vscode.OpenDialogOptions): Promise<vscode.Uri> {
  const chosen = await vscode.window.showOpenDialog({ ...options, ...defusedTitles(options), canSelectMany: false });
  return answered(chosen?.[0]);
}

function defusedTitles<T extends { title?: string; placeHolder?: string }>(options: T): T {
  const { title, placeHolder } = options;
  return {
    ...options,
    ...(title === undefined ? {} : { title: defuse(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: defuse(placeHolder) }),
  };
}

function defusedProblem(problem: InputProblem | undefined): InputProblem | undefined {
  if (problem === undefined || typeof problem === 'string') return problem && defuse(problem);
  return { ...problem, message: defuse(problem.message) };
}

/** One question of a flow with several steps. */
export interface Step<T> {
  prompt: string;
  placeholder?: string;
  password?: boolean;
  /** Whether spaces at the ends belong to the text. By default they are removed. */
  keepsSpaces?: boolean;
  /** Returns the initial text of the box. */
  value: (answers: T) => string;
  /** Returns why the typed text is invalid; `undefined` if it is valid. A message of severity Info does not block. */
  validate: (text: string, answers: T) => InputProblem | undefined;
  accept: (text: string, answers: T) => T;
}

/**
 * Asks the steps in order, from index `from`. Back returns to the previous step with its answer; Esc ends the flow.
 * @throws vscode.CancellationError if the user leaves
 */
export async function askSteps<T>(title: string, steps: readonly Step<T>[], initial: T, from = 0): Promise<T> {
  let answers = initial;
  for (let index = from; ;) {
    const step = steps[index];
    if (step === undefined) return answers;
    const position = steps.length > 1 ? { step: index + 1, totalSteps: steps.length } : undefined;
    const text = await showInputStep(title, position, step, answers);
    if (text === undefined) {
      index -= 1;
    } else {
      answers = step.accept(text, answers);
      index += 1;
    }
  }
}
