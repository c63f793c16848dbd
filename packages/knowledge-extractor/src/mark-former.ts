import { type Finding, infoFinding } from '@datacortex/errors'
import { sha256 } from '@datacortex/platform'
import type { ExtractorContext } from './extractor-context.ts'
import type { FormerZettels, ReadZettel } from './former-zettels.ts'
import { type NoteLinkTarget, wikiLink } from './notes/wiki-link.ts'
import { markSuperseded, unmarkSuperseded } from './notes/zettel-facts.ts'
import type { NoteToWrite } from './ports.ts'
import { contentTerms } from './text/content-terms.ts'

type FormerMarks = { readonly requests: readonly NoteToWrite[]; readonly findings: readonly Finding[] }

type MarkOptions = {
  readonly literature: NoteLinkTarget
  /** Zettels of the new version. */
  readonly successors: readonly NoteLinkTarget[]
  readonly context: ExtractorContext
}

/** Marks the zettels that their document no longer says, and takes the mark from those it says again. */
export async function marksOfFormer(former: FormerZettels, options: MarkOptions): Promise<FormerMarks> {
  const requests: NoteToWrite[] = []
  const findings: Finding[] = []
  for (const path of former.paths) {
    const zettel = await former.look(path)
    if (zettel === undefined || zettel.isSaid !== zettel.facts.isSuperseded) continue
    const isInPlace = path.startsWith(`${options.context.folders.zettel}/`)
    if (!zettel.isSaid) findings.push(finding(zettel, isInPlace))
    if (isInPlace) requests.push(zettel.isSaid ? saidAgain(zettel) : outdated(zettel, options))
  }
  return { requests, findings }
}

export function saidAgain({ path, text, bytes }: ReadZettel): NoteToWrite {
  return { path, text: unmarkSuperseded(text), expected: sha256(bytes) }
}

function outdated({ path, title, text, bytes }: ReadZettel, { literature, successors }: MarkOptions): NoteToWrite {
  const by = wikiLink(nearest(title, successors) ?? literature)
  return { path, text: markSuperseded(text, by), expected: sha256(bytes) }
}

/** The one that shares most words, if that is most of them. */
function nearest(title: string, others: readonly NoteLinkTarget[]): NoteLinkTarget | undefined {
  const terms = new Set(contentTerms(title))
  const [best] = others
    .map((other) => ({ other, shared: contentTerms(other.title).filter((term) => terms.has(term)).length }))
    .toSorted((a, b) => b.shared - a.shared)
  return best !== undefined && best.shared * 2 > terms.size ? best.other : undefined
}

function finding({ path, title }: ReadZettel, isMarked: boolean): Finding {
  return infoFinding('KNOWLEDGE_ZETTEL_SUPERSEDED', path, {
    message: isMarked
      ? `Its source no longer says “${title}”, so it has the mark \`superseded_by\`.`
      : `Its source no longer says “${title}”. It was moved out of the folder for zettels, so it was not marked.`,
    hint: 'Keep it if it is true nevertheless, else delete it.',
  })
}
