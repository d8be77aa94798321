import * as vscode from 'vscode';

/** One question of a flow with several steps. */
export interface Step<T> {
  prompt: string;
  placeholder?: string;
  password?: boolean;
  /** What stands in the box when the step is shown. */
  value(answers: T): string;
  /** Why the text cannot be accepted, as typed; `undefined` when it can. A message of severity Info does not block. */
  validate(text: string, answers: T): string | vscode.InputBoxValidationMessage | undefined;
  accept(text: string, answers: T): T;
}

/**
 * Asks the steps one after the other. Back goes to the step before, with its answer in the box; Esc ends the flow.
 * @throws vscode.CancellationError when the person leaves
 */
export async function askSteps<T>(title: string, steps: readonly Step<T>[], initial: T): Promise<T> {
  let answers = initial;
  for (let index = 0; ;) {
    const step = steps[index];
    if (step === undefined) return answers;
    const reply = await askStep(title, step, answers, { index, total: steps.length });
    if (reply === 'back') {
      index -= 1;
    } else {
      answers = step.accept(reply.text, answers);
      index += 1;
    }
  }
}

async function askStep<T>(
  title: string,
  step: Step<T>,
  answers: T,
  { index, total }: { index: number; total: number },
): Promise<{ text: string } | 'back'> {
  const box = vscode.window.createInputBox();
  box.title = title;
  if (total > 1) {
    box.step = index + 1;
    box.totalSteps = total;
  }
  box.prompt = step.prompt;
  box.placeholder = step.placeholder ?? '';
  box.password = step.password ?? false;
  box.ignoreFocusOut = true;
  box.value = step.value(answers);
  if (index > 0) box.buttons = [vscode.QuickInputButtons.Back];
  const problem = () => step.validate(box.value.trim(), answers);
  const show = (message: ReturnType<typeof problem>) => {
    box.validationMessage = message ?? '';
  };
  try {
    return await new Promise((resolve, reject) => {
      box.onDidChangeValue(() => show(box.value === '' ? undefined : problem()));
      box.onDidAccept(() => {
        const message = problem();
        show(message);
        if (!blocks(message)) resolve({ text: box.value.trim() });
      });
      box.onDidTriggerButton(() => resolve('back'));
      box.onDidHide(() => reject(new vscode.CancellationError()));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

function blocks(message: string | vscode.InputBoxValidationMessage | undefined): boolean {
  if (message === undefined || message === '') return false;
  return typeof message === 'string' || message.severity === vscode.InputBoxValidationSeverity.Error;
}
