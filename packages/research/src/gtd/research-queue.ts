import { redact } from '@datacortex/errors'
import { type OrgFile, type OrgHeading, lineOf } from './read-org.ts'

export type QueuedResearch = {
  readonly heading: OrgHeading
  readonly topic: string
  /** Addresses of the heading and its body; with some, discovery is not needed. */
  readonly urls: readonly string[]
  /** What it stands under: the nearest heading above it that is no task. */
  readonly under?: string | undefined
  /** `YYYY-MM-DD` on which a run could not read it. */
  readonly failedOn?: string | undefined
}

/**
 * The open tasks of a file that ask for research: those with the tags `:AI:research:`, and in a file of research only
 * every open task with an address. One that has neither words nor an address asks for nothing.
 * @example researchQueue(readOrg('* TODO Rapamycin :AI:research:'))[0]?.topic // 'Rapamycin'
 */
export function researchQueue(
  { headings }: OrgFile,
  { isResearchFile = false }: { isResearchFile?: boolean | undefined } = {},
): readonly QueuedResearch[] {
  const above: OrgHeading[] = []
  return headings.flatMap((heading): readonly QueuedResearch[] => {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop()
    const parent = above.findLast(({ keyword }) => keyword === undefined)
    above.push(heading)
    const { keyword, isDone, tags, links } = heading
    if (keyword === undefined || isDone || !(isTagged(tags) || (isResearchFile && links.length > 0))) return []
    const topic = topicOf(heading)
    if (topic === '' && links.length === 0) return []
    return [
      {
        heading,
        topic,
        urls: links,
        under: parent === undefined ? undefined : topicOf(parent),
        failedOn: heading.drawer?.properties[failedProperty]?.value.slice(0, 10),
      },
    ]
  })
}

/** The lines, from 1, of open tasks that are tagged for research and say nothing to look for. */
export function linesOfWordless({ text, headings }: OrgFile): readonly number[] {
  return headings
    .filter(({ keyword, isDone, tags }) => keyword !== undefined && !isDone && isTagged(tags))
    .filter((heading) => heading.links.length === 0 && topicOf(heading) === '')
    .map((heading) => lineOf(heading, text))
}

/** The property of a task of which nothing could be read. */
export const failedProperty = 'RESEARCH_FAILED'

function isTagged(tags: readonly string[]): boolean {
  const lower = tags.map((tag) => tag.toLowerCase())
  return lower.some((tag, place) => tag === 'ai' && lower[place + 1] === 'research')
}

/** A link stands there by its description, an address without the keys in it. */
function topicOf({ title }: OrgHeading): string {
  const words = title.replaceAll(
    /\[\[([^\]]*)\](?:\[([^\]]*)\])?\]/g,
    (_, path: string, label?: string) => label ?? path,
  )
  return redact(words.trim())
}
