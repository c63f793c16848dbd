import type { ExtractorContext } from './extractor-context.ts'
import type { SourceIdentity } from './source-id.ts'

/** A note that has the content already. */
export type KnownNote = { readonly path: string; readonly isSameSource: boolean }

/** The note that has a content already: of the same source, or of another one if that has no note. */
export async function knownAs(
  source: SourceIdentity,
  { context, contentHash }: { context: ExtractorContext; contentHash: string },
): Promise<KnownNote | undefined> {
  const store = await context.store()
  if (store.ofSource(source.id) === undefined) await context.lookElsewhere()
  const own = store.ofSource(source.id)
  if (own !== undefined) return own.contentHash === contentHash ? { path: own.path, isSameSource: true } : undefined
  const other = store.ofContent(contentHash)
  return other === undefined ? undefined : { path: other.path, isSameSource: false }
}
