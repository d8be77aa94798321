/** What VS Code's `inspect` knows of a setting; the first two are not in its types, but it goes by them itself. */
interface InspectedSetting<T> {
  /** What the user wrote on the own machine, for one profile. */
  globalLocalValue?: T;
  /** What the remote machine says. */
  globalRemoteValue?: T;
  /** One of both, the remote machine's first, or what the user wrote for all profiles. */
  globalValue?: T;
  defaultValue?: T;
}

/**
 * A setting that decides how requests leave: as the user of the machine wrote it on which this runs. A workspace has no
 * say in it, and neither has a remote machine when the extension runs on the user's own.
 */
export function ownValue<T>(setting: InspectedSetting<T> | undefined, isLocal: boolean): T | undefined {
  const isForeign = isLocal && setting?.globalRemoteValue !== undefined;
  const own = isForeign ? setting.globalLocalValue : setting?.globalValue;
  return own ?? setting?.defaultValue;
}
