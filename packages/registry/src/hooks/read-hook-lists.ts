import { isRecord } from '@datacortex/platform'

/** The hooks that agents inherit, as written: `defaults.hooks` and the `hooks` of each of `profiles`. */
export type HookLists = {
  readonly defaults?: unknown
  readonly profiles: Readonly<Record<string, unknown>>
}

export function readHookLists(defaults: unknown, profiles: unknown): HookLists | undefined {
  const usual: unknown = isRecord(defaults) ? defaults['hooks'] : undefined
  const named = Object.entries(isRecord(profiles) ? profiles : {})
  if (usual === undefined && named.length === 0) return undefined
  return {
    ...(usual === undefined ? {} : { defaults: usual }),
    profiles: Object.fromEntries(
      named.map(([name, profile]) => [name, isRecord(profile) ? profile['hooks'] : undefined]),
    ),
  }
}
