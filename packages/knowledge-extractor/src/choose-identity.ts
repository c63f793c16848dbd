import { join } from 'node:path'
import { isSamePage, isSameSite } from '@datacortex/content'
import { readTextFile } from '@datacortex/platform'
import type { ExtractedDocument } from '@datacortex/plugin'
import type { ExtractorContext } from './extractor-context.ts'
import { ownHeading } from './notes/note-parts.ts'
import { sayingOf } from './notes/saying-of.ts'
import { type IdentityOptions, type SourceIdentity, sourceIdentity } from './source-id.ts'

/** What a document is known by, if its page names an address other than the one that was asked for. */
export async function chooseIdentity(
  document: ExtractedDocument,
  { context, ...options }: IdentityOptions & { context: ExtractorContext },
): Promise<SourceIdentity> {
  const named = sourceIdentity(document, options)
  const { input } = options
  if (document.isUrlClaimed === true) return await ofClaim(document, { named, context, ...options })
  const askedFor = input.kind === 'url' || input.kind === 'extraction' ? input.url : undefined
  if (askedFor === undefined || named.url === undefined || isSamePage(askedFor, named.url)) return named
  const asked = sourceIdentity({ ...document, url: askedFor }, options)
  const store = await context.store()
  const isUnknown = [asked, named].some(({ id }) => store.ofSource(id) === undefined)
  if (isUnknown) await context.lookElsewhere()
  if (store.ofSource(asked.id) !== undefined) return asked
  const there = store.ofSource(named.id)
  if (there === undefined) return isSameSite(askedFor, named.url) ? asked : named
  const isIts = there.contentHash === options.contentHash || (await hasText(join(options.root, there.path), document))
  return isIts ? named : asked
}

/** By its file, where the address that it names is that of another text. */
async function ofClaim(
  document: ExtractedDocument,
  { named, context, ...options }: IdentityOptions & { named: SourceIdentity; context: ExtractorContext },
): Promise<SourceIdentity> {
  const own = sourceIdentity(document, { ...options, isPage: false })
  const filed = own.id === named.id ? { ...named, id: `text:${options.contentHash}` } : own
  const store = await context.store()
  if ([filed, named].some(({ id }) => store.ofSource(id) === undefined)) await context.lookElsewhere()
  if (store.ofSource(filed.id) !== undefined) return filed
  const there = store.ofSource(named.id)
  if (there === undefined || there.contentHash === options.contentHash) return named
  return (await hasText(join(options.root, there.path), document)) ? named : filed
}

/** Whether most of what a note quotes of its source stands in a document. */
async function hasText(path: string, { text }: ExtractedDocument): Promise<boolean> {
  const file = await readTextFile(path)
  const [generated = ''] = file.ok ? file.text.split(madeUpTo) : []
  const quotations = [...generated.matchAll(quotation)].map(([, words = '']) => words)
  const isSaid = sayingOf(text)
  return quotations.filter(isSaid).length > quotations.length / 2
}

const quotation = /^> (?!— )(.*)$/gm
/** What follows is the person's, or all that the source said. */
const madeUpTo = new RegExp(`^(?:## Whole text|${ownHeading})$`, 'm')
