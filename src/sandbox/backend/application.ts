/** One environment of an application. `envId` is undefined for production (specification, "Open API", rule 2). */
export interface BackendEnvironment {
  name: string;
  envId: string | undefined;
}

/** An application: its ClientID (20 hexadecimal digits) and the environments that share nothing but it. */
export interface BackendApplication {
  name: string;
  clientId: string;
  production: BackendEnvironment;
  testEnvironments: readonly BackendEnvironment[];
}
