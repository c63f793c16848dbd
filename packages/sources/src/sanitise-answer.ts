import { oneLine, sanitiseText } from '@datacortex/content'
import { withoutUndefined } from '@datacortex/errors'
import { checkTarget } from '@datacortex/platform/check-target'
import type { FoundDocument, SourceAnswer } from '@datacortex/plugin'
import type { SourcePorts } from './source-ports.ts'

type SanitiseOptions = Pick<SourcePorts, 'allowPrivate'> & { readonly limit: number }

/** An answer without what a careless or hostile source puts in; what its texts say stays: they are data. */
export function sanitiseAnswer(answer: SourceAnswer, { limit, allowPrivate = [] }: SanitiseOptions) {
  const seen = new Set<string>()
  const documents: FoundDocument[] = []
  let dropped = 0
  for (const found of answer.documents.slice(0, mostLookedAt)) {
    const document = sanitised(found, allowPrivate)
    const keys =
      document === undefined ? [] : [`id ${document.id}`, ...(document.url === undefined ? [] : [document.url])]
    if (document === undefined || keys.some((key) => seen.has(key))) {
      dropped += 1
      continue
    }
    for (const key of keys) seen.add(key)
    documents.push(document)
    if (documents.length === limit) break
  }
  const cost = answer.cost_usd ?? Number.NaN
  const isCost = Number.isFinite(cost) && cost >= 0
  const said = { answer: clean(answer.answer, longestAnswer), cost_usd: isCost ? cost : undefined }
  return { documents, dropped, ...withoutUndefined(said) }
}

const mostLookedAt = 10_000
const longestTitle = 300
const longestSnippet = 4000
const longestAnswer = 40_000
const longestText = 5_000_000

function sanitised(found: FoundDocument, allowPrivate: readonly string[]): FoundDocument | undefined {
  const title = line(found.title, longestTitle)
  const id = line(found.id, 1000)
  if (title === '' || id === '') return undefined
  if (found.url !== undefined && !isWebAddress(found.url, allowPrivate)) return undefined
  const authors = (found.authors ?? []).slice(0, 200).flatMap((author) => line(author, 200) || [])
  return withoutUndefined({
    ...found,
    id,
    title,
    snippet: clean(found.snippet, longestSnippet),
    text: clean(found.text, longestText),
    authors: authors.length === 0 ? undefined : authors,
  })
}

function clean(text: string | undefined, longest: number): string | undefined {
  return sanitiseText((text ?? '').slice(0, longest)).text.trim() || undefined
}

function line(text: string, longest: number): string {
  return oneLine(text.slice(0, longest * 4))
    .slice(0, longest)
    .trim()
}

function isWebAddress(url: string, allowPrivate: readonly string[]): boolean {
  try {
    // Of its rules only those about the address itself matter here; a page may be served on any port.
    const target = URL.parse(url)
    checkTarget(url, { allowPrivate, hosts: ['*', ...(target === null || isLiteral(target) ? [] : [target.host])] })
    return true
  } catch {
    return false
  }
}

/** Numbers in brackets or dots: those are judged by their range alone. */
function isLiteral({ hostname }: URL): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
}
