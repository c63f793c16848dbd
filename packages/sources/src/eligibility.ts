import { type Finding, codedError } from '@datacortex/errors'
import type { RegisteredSource } from './read-sources.ts'
import type { SourcePorts } from './source-ports.ts'

/** What an entry lacks to be asked at all; undefined if nothing. */
export function whyNothingToAsk({ type, mcp, request, module }: RegisteredSource): string | undefined {
  if (mcp !== undefined || request !== undefined || module !== undefined) return undefined
  return `its entry lacks ${type === 'mcp' ? '`mcp`, how its server is started' : 'a `module`, or `request` and `response`'}`
}

/** A source that is not asked, or did not answer, and why. */
export type SkippedSource = { readonly source: string; readonly reason: string }

const switchedOff = { here: 'it is disabled in sources.yaml', web: 'network.web_sources disables it in settings.yaml' }

/**
 * Whether the reason of a source is that a person switched it off, alone or with all that ask the web.
 * @example isSwitchedOff('it is disabled in sources.yaml') // true
 */
export function isSwitchedOff(reason: string): boolean {
  return Object.values(switchedOff).includes(reason)
}

export type EligibilityPorts = Pick<SourcePorts, 'disabled'> & {
  /** A secret as the source would get it. */
  readonly key: (source: RegisteredSource, name: string) => Promise<string | undefined>
  /** Why its limits or its failures forbid a call now. */
  readonly usePreventing: (source: RegisteredSource) => Promise<string | undefined>
  /** Longest wait of the layer, in milliseconds; there is none if absent. */
  readonly maxLatencyMs?: number | undefined
}

/** Why a source of a layer is not asked; undefined if it is. */
export async function whyNotEligible(
  source: RegisteredSource,
  { key, usePreventing, disabled, maxLatencyMs = Number.POSITIVE_INFINITY }: EligibilityPorts,
): Promise<string | undefined> {
  if (source.enabled === false) return switchedOff.here
  if (source.withheld) return `it waits for your word: datacortex trust allow sources.${source.id}`
  if (source.always_available) return undefined
  const lacking = source.type === 'internal' ? undefined : whyNothingToAsk(source)
  if (lacking !== undefined) return lacking
  if (source.needs !== undefined) return `it needs ${source.needs}`
  if (source.opt_in && source.enabled !== true)
    return 'it must be opted in, because content is sent there: `enabled: true` in sources.yaml'
  const missing = source.api_key === undefined ? undefined : await whyWithout(source, { name: source.api_key, key })
  if (missing !== undefined) return missing
  const isOfModule = source.module !== undefined && source.enabled !== true
  if (isOfModule && disabled?.has(source.id) === true) return switchedOff.web
  if ((source.max_latency_ms ?? 0) >= maxLatencyMs)
    return `it is too slow: it may take ${source.max_latency_ms} ms, and there are ${maxLatencyMs} ms`
  return await usePreventing(source)
}

async function whyWithout(source: RegisteredSource, { name, key }: { name: string; key: EligibilityPorts['key'] }) {
  try {
    if ((await key(source, name)) !== undefined) return undefined
  } catch (error) {
    const { code, hint } = codedError(error)
    if (code === 'PLATFORM_SECRET_WITHHELD') return `its key waits for your word. ${hint}`
    if (code === 'PLATFORM_SECRET_MISPLACED')
      return `its key is not read: .datacore/env/${name} leads out of .datacore/env`
  }
  return `its key is missing: write it to .datacore/env/${name}`
}

/** Entries, or the whole file, that are no sources as they are written. */
export function misdeclared(findings: readonly Finding[]): readonly SkippedSource[] {
  return findings.flatMap(({ code, subject, message }) => {
    if (code === 'SOURCE_FILE_INVALID') return [{ source: 'sources.yaml', reason: message }]
    if (code !== 'SOURCE_ENTRY_INVALID') return []
    const reason = message.replace(/^The source .*? is left out: (.*)\.$/s, 'its entry is wrong: $1')
    return [{ source: subject.replace(/^sources\./, ''), reason }]
  })
}
