import { credentialScope, type Application } from '../../applications/application';
import { memoryStore } from '../../auth/memoryStore';
import { requestSecrets, type RequestSecrets } from '../../auth/requestSecrets';
import type { KeyedStore } from '../../auth/listedStore';

/** The secrets that request documents use by name. Those of a session-only application stay in memory. */
export interface DocumentSecrets {
  of(application: Application): RequestSecrets;
  /** Deletes the session-only secrets of this window. */
  forgetMemory(): void;
}

export function createDocumentSecrets(store: KeyedStore): DocumentSecrets {
  const memory = memoryStore();
  return {
    of(application) {
      const identity = { scope: credentialScope(application), clientId: application.clientId };
      const { sandbox, serverDomain } = application;
      return requestSecrets(application.sessionOnly === true ? memory : store, identity, sandbox ?? serverDomain);
    },
    forgetMemory: () => memory.clear(),
  };
}
