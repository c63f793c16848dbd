import { type Finding, warningFinding } from '@datacortex/errors'
import type { DiscoveredModule } from '../discover/discovered-module.ts'

/**
 * Modules of `ingest.readers` that are never asked, since nothing that is ingested has a media type which they take. A module
 * that is not there is told elsewhere.
 */
export function checkReaders(readers: readonly string[], modules: readonly DiscoveredModule[]): readonly Finding[] {
  return readers.flatMap((name) => {
    const module = modules.find((one) => one.name === name)
    const accepts = Object.values(module?.manifest.provides.subagents ?? {}).flatMap((entry) => entry.accepts)
    if (module === undefined || accepts.some(canCome)) return []
    const message =
      accepts.length === 0
        ? 'ingest.readers names it, and its module.yaml has no provides.subagents'
        : `ingest.readers names it, and no input has a media type that it takes: ${accepts.join(', ')}`
    return [warningFinding('INGEST_READER_IDLE', name, { message, hint: comingTypes })]
  })
}

/** Other binary kinds are told by their first bytes, by a library that knows hundreds. */
function canCome(pattern: string): boolean {
  return pattern === 'text/*' || !pattern.startsWith('text/') || texts.has(pattern)
}

/** Of texts the kinds that `@datacortex/content` tells apart; whatever else is a text is plain. */
const texts: ReadonlySet<string> = new Set(
  ['plain', 'markdown', 'html', 'csv', 'tab-separated-values', 'org', 'vtt', 'calendar', 'uri-list'].map(
    (kind) => `text/${kind}`,
  ),
)

const comingTypes = `Texts are ${[...texts].join(', ')}; one of an unknown ending is text/plain: look at its name in accepts().`
