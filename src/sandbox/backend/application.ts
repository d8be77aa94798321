/** One environment of an application. `envId` is undefined for production (specification, "Open API", rule 2). */
export interface BackendEnvironment {
  name: string;
  envId: string | undefined;
}

/** An application: its ClientID (20 hexadecimal digits) and its environments, which share nothing else. */
export interface BackendApplication {
  name: string;
  clientId: string;
  production: BackendEnvironment;
  testEnvironments: readonly BackendEnvironment[];
}
