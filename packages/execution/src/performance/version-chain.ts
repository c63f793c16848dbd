import { sha256 } from '@datacortex/platform'
import type { AgentPerformance } from '@datacortex/registry'

export type Versions = NonNullable<AgentPerformance['version_history']>
export type Version = Versions[number]

/** Versions, the last one first, each bound to all before it: none can be changed, taken out or set in without the others. */
export function chained(versions: Versions): Versions {
  let before = ''
  return versions
    .toReversed()
    .map((version) => ({ ...version, chain: (before = linkOf(version, before)) }))
    .toReversed()
}

/** How often it ran, and until when, goes on after it was bound. */
function linkOf({ version, hash, component_hashes: components, deployed }: Version, before: string): string {
  return sha256(JSON.stringify([before, version, hash ?? null, components ?? null, deployed ?? null]))
}
