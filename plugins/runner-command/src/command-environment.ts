import { type HideSecrets, hideSecrets } from '@datacortex/plugin'

/** What a program gets of the environment, and how to keep its secrets to itself. */
export type CommandEnvironment = {
  readonly environment: Readonly<Record<string, string>>
  /** Names that were asked for and are nowhere. */
  readonly missing: readonly string[]
  /** Takes the secrets among the values out of texts. */
  readonly hide: HideSecrets
}

// Without these, programs don't find themselves, their settings, their language or a place for temporary files.
const ordinary =
  'PATH HOME USER LOGNAME SHELL LANG LANGUAGE LC_ALL LC_CTYPE TZ TMPDIR XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME ' +
  'XDG_STATE_HOME DATACORTEX_CONFIG_DIR DATACORTEX_CACHE_DIR SystemRoot ComSpec PATHEXT APPDATA LOCALAPPDATA USERPROFILE TEMP TMP'

const secretName = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH/i
const telling = new RegExp(`${secretName.source}|PROXY|_(?:URL|HOST|ENDPOINT|MODEL|PROFILE|REGION|PROJECT)$`, 'i')

/** The ordinary variables and the named ones, nothing else of this process's environment. */
export async function commandEnvironment(
  names: readonly string[],
  { secret }: { secret: (name: string) => Promise<string | undefined> },
): Promise<CommandEnvironment> {
  const environment: Record<string, string> = {}
  for (const name of ordinary.split(' ')) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  const missing: string[] = []
  const secrets: string[] = []
  for (const name of names) {
    const value = await secret(name)
    if (value === undefined) missing.push(name)
    else environment[name] = value
    // Words such as `production` may stand in an answer.
    if (value !== undefined && value.length >= 8 && secretName.test(name)) secrets.push(value)
  }
  return { environment, missing, hide: hideSecrets(secrets) }
}

/** Names of keys, addresses and models that are set here and were not asked for; the first twenty. */
export function withheldNames(names: readonly string[]): readonly string[] {
  const withheld = Object.keys(process.env).filter((name) => telling.test(name) && !names.includes(name))
  return withheld.toSorted().slice(0, 20)
}
