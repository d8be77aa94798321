import * as vscode from 'vscode';
import { showInputStep, type InputProblem } from './prompts';

/** One question of a flow with several steps. */
export interface Step<T> {
  prompt: string;
  placeholder?: string;
  password?: boolean;
  /** Returns the initial text of the box. */
  value(answers: T): string;
  /** Returns why the typed text is not accepted; `undefined` if it is. A message of severity Info does not block. */
  validate(text: string, answers: T): InputProblem | undefined;
  accept(text: string, answers: T): T;
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
    const { prompt, placeholder: placeHolder = '', password = false } = step;
    const position = steps.length > 1 ? { step: index + 1, totalSteps: steps.length } : undefined;
    const validate = (text: string) => step.validate(text, answers);
    const value = step.value(answers);
    const reply = await showInputStep({ title, position, prompt, placeHolder, password, value, validate });
    if (reply === undefined) throw new vscode.CancellationError();
    if (reply === 'back') {
      index -= 1;
    } else {
      answers = step.accept(reply.text, answers);
      index += 1;
    }
  }
}
