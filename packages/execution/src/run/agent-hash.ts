import { sha256 } from '@datacortex/platform'
import type { AgentEntry } from '@datacortex/registry'

/** Tells versions of an agent apart: a hash of its prompt and of what people wrote in its entry. */
export function agentHash(entry: AgentEntry, prompt: string): string {
  const { performance: _performance, erc8004: _erc8004, sha256: _sha256, ...own } = entry
  return sha256(JSON.stringify([sorted(own), prompt]))
}

/** The order of keys in a file means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]))
}
