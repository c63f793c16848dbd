import { isRecord } from '@datacortex/platform'
import type { HookLists } from './agent-hooks.ts'

/** The hooks that agents of a file inherit. Gives undefined if there are none. */
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
