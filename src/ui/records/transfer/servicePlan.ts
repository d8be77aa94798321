import * as vscode from 'vscode';
import { isOnThisMachine } from '../../../api/http/sendOnce';
import { applicationKey, type Application } from '../../../applications/application';
import { isServicePlan, servicePlans, type ServicePlan } from '../../../records/transfer/pace';
import { plainText } from '../../messages/plainText';
import { showPick } from '../../platform/prompts';

const key = 'hydrogen.transfer.plans';

/** Stores the plan that the user chose for each application. A plan limits the requests per minute. */
export class RememberedPlans {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  of(application: Application): ServicePlan | undefined {
    const plan = this.#all()[applicationKey(application)];
    return isServicePlan(plan) ? plan : undefined;
  }

  /** Asks for the plan of an application and stores it. @throws vscode.CancellationError */
  async ask(application: Application): Promise<ServicePlan> {
    const before = this.of(application);
    const items = Object.entries(servicePlans).map(([name, perMinute]) => ({
      label: planName(name as ServicePlan),
      description: vscode.l10n.t('{0} requests a minute', perMinute),
      ...(name === before ? { detail: vscode.l10n.t('selected') } : {}),
      plan: name as ServicePlan,
    }));
    const chosen = await showPick(items, {
      title: vscode.l10n.t('Plan of {0}', plainText(application.name, 60)),
      placeHolder: vscode.l10n.t('An import uses at most 80 % of the requests that the plan allows'),
      ignoreFocusOut: true,
    });
    await this.#state.update(key, { ...this.#all(), [applicationKey(application)]: chosen.plan });
    return chosen.plan;
  }

  #all(): Record<string, unknown> {
    return this.#state.get<Record<string, unknown>>(key) ?? {};
  }
}

/** Returns false for a service on this machine, such as the sandbox, which has no plan. */
export function hasPlan({ authUrl }: Application): boolean {
  return !isOnThisMachine(authUrl);
}

export function planName(plan: ServicePlan): string {
  const names: Record<ServicePlan, string> = {
    free: vscode.l10n.t('Free'),
    education: vscode.l10n.t('Education'),
    personal: vscode.l10n.t('Personal'),
    business: vscode.l10n.t('Business'),
    enterprise: vscode.l10n.t('Enterprise'),
  };
  return names[plan];
}
