/** The return value of VS Code's `inspect` for a setting. The first two fields are not in its types. */
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
 * Returns a security-relevant setting: the user's value on the machine where the extension runs, else the default.
 * Ignores workspace settings, and the settings of a remote machine while the extension runs locally.
 */
export function userSettingValue<T>(setting: InspectedSetting<T> | undefined, isLocal: boolean): T | undefined {
  const isForeign = isLocal && setting?.globalRemoteValue !== undefined;
  const userValue = isForeign ? setting.globalLocalValue : setting?.globalValue;
  return userValue ?? setting?.defaultValue;
}
