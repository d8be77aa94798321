/** What VS Code's `inspect` returns for a setting; the first two fields are not in its types. */
interface InspectedSetting<T> {
  /** Set by the user on the local machine. */
  globalLocalValue?: T;
  /** Set on the remote machine. */
  globalRemoteValue?: T;
  /** The remote value if there is one, else the local value or the one for all profiles. */
  globalValue?: T;
  defaultValue?: T;
}

/**
 * A setting that decides how requests leave: the value that the user set on the machine on which the extension runs.
 * Values of a workspace are ignored, and so are those of a remote machine while the extension runs locally.
 */
export function ownValue<T>(setting: InspectedSetting<T> | undefined, isLocal: boolean): T | undefined {
  const isForeign = isLocal && setting?.globalRemoteValue !== undefined;
  const own = isForeign ? setting.globalLocalValue : setting?.globalValue;
  return own ?? setting?.defaultValue;
}
