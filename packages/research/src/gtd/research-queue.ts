import type { OrgFile, OrgHeading } from './org-heading.ts'

/** A task of research that waits in an org file. */
export type QueuedResearch = {
  readonly heading: OrgHeading
  readonly topic: string
  /** Addresses of the heading and its body; with some, discovery is not needed. */
  readonly urls: readonly string[]
}

/**
 * The open tasks of a file that ask for research: those with the tags `:AI:research:`, and in a file of research only
 * every open task with an address.
 *
 * @param file - From `readOrg`.
 * @param options - `isResearchFile`: as `research_learning.org` is.
 * @example researchQueue(readOrg('* TODO Rapamycin :AI:research:'))[0]?.topic // 'Rapamycin'
 * @see DIP-0021 §3.2 and §9
 */
export function researchQueue(
  { headings }: OrgFile,
  { isResearchFile = false }: { readonly isResearchFile?: boolean | undefined } = {},
): readonly QueuedResearch[] {
  return headings
    .filter(({ keyword, isDone }) => keyword !== undefined && !isDone)
    .filter(({ tags, links }) => isTagged(tags) || (isResearchFile && links.length > 0))
    .map((heading) => ({ heading, topic: topicOf(heading), urls: heading.links }))
}

function isTagged(tags: readonly string[]): boolean {
  const lower = tags.map((tag) => tag.toLowerCase())
  return lower.some((tag, place) => tag === 'ai' && lower[place + 1] === 'research')
}

/** A link stands there by its description. */
function topicOf({ title }: OrgHeading): string {
  return title
    .replaceAll(/\[\[([^\]]*)\](?:\[([^\]]*)\])?\]/g, (_, path: string, label?: string) => label ?? path)
    .trim()
}
