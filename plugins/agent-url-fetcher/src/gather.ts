import type { Finding } from '@datacortex/errors'
import { PageRefusedError } from '@datacortex/content'
import { CodedError } from '@datacortex/errors'
import type { Extraction } from '@datacortex/plugin'
import { fromArchive } from './from-archive.ts'
import { fromReader } from './from-reader.ts'
import { fromSite } from './from-site.ts'
import type { GetOptions } from './get.ts'
import { isPublicAddress } from './public-address.ts'

/** What the links of the chain need. */
export type GatherOptions = GetOptions & { readonly secret: (name: string) => Promise<string | undefined> }

type Link = { readonly name: string; readonly read: () => Promise<Extraction> }

/**
 * Reads an address by the first link of the chain that can: the reader service if one is configured, the site, the
 * archive. Others are told only addresses that everybody can reach.
 *
 * @param url - Checked before.
 * @param options - Settings, `fetch`, secrets.
 * @throws What the site's own answer was, if nobody can read it.
 */
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
      const extraction = name === 'site' ? await wholeOf(await read(), { url, links, signal }) : await read()
      const told = [...failures.map((failure) => failureFinding(url, failure)), answeredFinding(url, name)]
      return { ...extraction, findings: [...extraction.findings, ...told] }
    } catch (error) {
      signal.throwIfAborted()
      if (!CodedError.is(error)) throw error
      failures.push({ name, error })
      // What the program's own guard refuses is nobody else's business.
      if (name === 'site' && guarded.has(error.code)) break
    }
  }
  throw failures.find(({ name }) => name === 'site')?.error ?? failures[0]?.error
}

type WholeOptions = { readonly url: string; readonly links: readonly Link[]; readonly signal: AbortSignal }

/**
 * What the archive has of a page that shows only a part of itself, if that is more.
 *
 * @throws {@link PageRefusedError} if all there is is a teaser.
 */
async function wholeOf(extraction: Extraction, { url, links, signal }: WholeOptions): Promise<Extraction> {
  const isTeaser = extraction.findings.some(({ code }) => code === 'PAGE_PREVIEW_ONLY')
  if (!isTeaser && !extraction.findings.some(({ code }) => code === 'PAGE_PART_ONLY')) return extraction
  const archive = links.find(({ name }) => name === 'archive')
  const copy = await archive?.read().catch((error: unknown) => {
    signal.throwIfAborted()
    if (!CodedError.is(error)) throw error
    return undefined
  })
  if (copy !== undefined && lengthOf(copy) > lengthOf(extraction)) return copy
  if (isTeaser) throw new PageRefusedError({ url, kind: 'paywall' })
  return extraction
}

function lengthOf({ documents }: Extraction): number {
  return documents.reduce((sum, { text }) => sum + text.length, 0)
}

const guarded: ReadonlySet<string> = new Set([
  'FETCH_REFUSED',
  'FETCH_REDIRECT_REFUSED',
  'FETCH_ROBOTS_DISALLOWED',
  'MODULE_NETWORK_REFUSED',
])

function answeredFinding(url: string, name: string): Finding {
  return { code: 'URL_ANSWERED_BY', severity: 'info', subject: url, message: `It was read from the ${name}.` }
}

function failureFinding(url: string, { name, error }: { readonly name: string; readonly error: CodedError }): Finding {
  return {
    code: 'URL_LINK_FAILED',
    severity: 'warning',
    subject: url,
    message: `The ${name} could not be read: ${error.code}, ${error.message}`,
  }
}
