import { contentError } from '@datacortex/content'
import { type Finding, CodedError, codedError, infoFinding, warningFinding } from '@datacortex/errors'
import { type Extraction, isPublicAddress } from '@datacortex/plugin'
import { fromArchive } from './from-archive.ts'
import { fromReader } from './from-reader.ts'
import { fromSite } from './from-site.ts'
import type { GatherOptions } from './get.ts'

type Link = { readonly name: string; readonly read: () => Promise<Extraction> }

/** Reads an address by the first link of the chain that can. */
export async function gather(url: string, options: GatherOptions): Promise<Extraction> {
  const { settings, signal } = options
  const mayTell = isPublicAddress(url)
  const site: Link = { name: 'site', read: () => fromSite(url, options) }
  const links: readonly Link[] = [
    ...(settings.reader !== 'none' && mayTell ? [{ name: 'reader', read: () => fromReader(url, options) }] : []),
    site,
    ...(settings.archive && mayTell ? [{ name: 'archive', read: () => fromArchive(url, options) }] : []),
  ]
  const failures: { readonly name: string; readonly error: CodedError }[] = []
  for (const { name, read } of links) {
    signal.throwIfAborted()
    try {
      const found = { extraction: await read(), name }
      if (hasFinding(found.extraction, 'PAGE_PREVIEW_ONLY')) throw contentError('PAGE_PAYWALL', { url })
      const archive = name === 'site' ? links.find((link) => link.name === 'archive') : undefined
      const { extraction, name: from } = await longerOf(found, { archive, signal })
      const notes = [...failures.map((failure) => failureFinding(url, failure)), answeredFinding(url, from)]
      return { ...extraction, findings: [...extraction.findings, ...notes] }
    } catch (error) {
      signal.throwIfAborted()
      const failure = codedError(error)
      failures.push({ name, error: failure })
      // What the program's own guard refuses is nobody else's business.
      if (name === 'site' && guarded.test(failure.code)) break
    }
  }
  throw failures.find(({ name }) => name === 'site')?.error ?? failures[0]?.error
}

type Answer = { readonly extraction: Extraction; readonly name: string }
type LongerOptions = { readonly archive: Link | undefined; readonly signal: AbortSignal }

/** Of a page that may show only its beginning: what the archive has, if that is more. */
async function longerOf(found: Answer, { archive, signal }: LongerOptions): Promise<Answer> {
  if (archive === undefined || !hasFinding(found.extraction, 'PAGE_PART_ONLY')) return found
  try {
    const extraction = await archive.read()
    return lengthOf(extraction) > lengthOf(found.extraction) ? { extraction, name: archive.name } : found
  } catch (error) {
    signal.throwIfAborted()
    if (!CodedError.is(error)) throw error
    return found
  }
}

function hasFinding({ findings }: Extraction, code: string): boolean {
  return findings.some((finding) => finding.code === code)
}

function lengthOf({ documents }: Extraction): number {
  return documents.reduce((sum, { text }) => sum + text.length, 0)
}

const guarded = /^(?:FETCH_REFUSED|FETCH_REDIRECT_REFUSED|FETCH_ROBOTS_DISALLOWED|MODULE_NETWORK_REFUSED)$/

function answeredFinding(url: string, name: string): Finding {
  return infoFinding('URL_ANSWERED_BY', url, { message: `It was read from the ${name}.` })
}

function failureFinding(url: string, { name, error }: { name: string; error: CodedError }): Finding {
  return warningFinding('URL_LINK_FAILED', url, {
    message: `The ${name} could not be read: ${error.code}, ${error.message}`,
  })
}
