import * as vscode from 'vscode';
import { showInputStep, type InputProblem } from './prompts';

/** One question of a flow with several steps. */
export interface Step<T> {
  prompt: string;
  placeholder?: string;
  password?: boolean;
  /** What stands in the box when the step is shown. */
  value(answers: T): string;
  /** Why the text cannot be accepted, as typed; `undefined` when it can. A message of severity Info does not block. */
  validate(text: string, answers: T): InputProblem | undefined;
  accept(text: string, answers: T): T;
}

/**
 * Asks the steps one after the other, from the one with the index `from` on. Back goes to the step before, with its answer in the box; Esc ends the flow.
 * @throws vscode.CancellationError when the person leaves
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
