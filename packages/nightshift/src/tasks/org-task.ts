import { sha256 } from '@datacortex/platform'
import { type OrgFile, type OrgHeading, readOrg, researchQueue } from '@datacortex/research'
import { type OrgTime, orgTime } from './org-time.ts'

/** A heading of an org file that is for agents. */
export type OrgTask = {
  /** Relative to the space. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly heading: OrgHeading
  /** Its own id, which the night gave it. */
  readonly id: string | undefined
  /** All by which others may depend on it, in small letters. */
  readonly names: readonly string[]
  /** What is to be done: the title and what stands below it. */
  readonly text: string
  /** Of all that a person approves of: title, tags, text and properties, without what a night writes. */
  readonly digest: string
  readonly scheduled?: OrgTime | undefined
  readonly deadline?: OrgTime | undefined
  readonly properties: Readonly<Record<string, string>>
  /** It is done by the research of the night, which shares the documents of a night among its tasks. */
  readonly isResearch: boolean
  /** It is a template, of which one task is made for each time that it is due. */
  readonly isRecurring: boolean
}

/** Properties that a night writes; nobody's approval depends on them. */
const ofNight = /^(?:NIGHTSHIFT_|RESEARCH_FAILED$|OUTPUT$|ZETTELS$|LAST_REPEAT$)/

/**
 * The tasks of a file for agents, done or not: headings with a keyword and the tag `:AI:`, which `#+FILETAGS:` gives to all of
 * a file, and open tasks with an address in a file of research.
 * @example readTasks('* TODO Explain tides :AI:', '0-personal/org/ai.org').length // 1
 */
export function readTasks(text: string, file: string): readonly OrgTask[] {
  return tasksOf(readOrg(text), file)
}

/** The same of a file that was read, or of some of its headings. */
export function tasksOf(org: OrgFile, file: string, headings = org.headings): readonly OrgTask[] {
  const { text } = org
  const isForAll = /^#\+FILETAGS:.*:AI:/im.test(text)
  const asked = researchQueue({ ...org, headings }, { isResearchFile: isResearchFile(file) })
  const research = new Set(asked.map(({ heading }) => heading))
  const tasks: OrgTask[] = []
  let [line, from] = [1, 0]
  for (const heading of headings) {
    line += text.slice(from, heading.start).split('\n').length - 1
    from = heading.start
    if (heading.keyword === undefined) continue
    const isTagged = isForAll || heading.tags.some((tag) => tag.toLowerCase() === 'ai')
    if (isTagged || research.has(heading))
      tasks.push(taskOf(text, { heading, file, line, isResearch: research.has(heading) }))
  }
  return tasks
}

/** Whether every open task of a file with an address asks for research. */
function isResearchFile(file: string): boolean {
  return /(?:^|\/)research[^/]*\.org$/.test(file)
}

type Found = Pick<OrgTask, 'heading' | 'file' | 'line' | 'isResearch'>

function taskOf(text: string, { heading, file, line, isResearch }: Found): OrgTask {
  const { title, tags, headlineEnd, end, planning, drawer } = heading
  const properties = Object.fromEntries(
    Object.entries(drawer?.properties ?? {}).map(([name, { value }]) => [name, value.replace(/^\|\n/, '')]),
  )
  const body = text.slice(drawer?.end ?? planning?.end ?? headlineEnd, end).trim()
  const own = Object.entries(properties).filter(([name]) => !ofNight.test(name))
  const plans = planning === undefined ? '' : text.slice(planning.start, planning.end)
  const id = properties['NIGHTSHIFT_ID']
  return {
    file,
    line,
    heading,
    id,
    names: [properties['ID'], id].flatMap((name) => (name === undefined || name === '' ? [] : [name.toLowerCase()])),
    text: [title, ...wishes(properties), body].filter((part) => part !== '').join('\n\n'),
    digest: sha256(JSON.stringify([title, tags, body, own.toSorted(([one], [other]) => (one < other ? -1 : 1))])),
    scheduled: orgTime(plans, 'SCHEDULED'),
    deadline: orgTime(plans, 'DEADLINE'),
    properties,
    isResearch,
    isRecurring: tags.some((tag) => tag.toLowerCase() === 'recurring'),
  }
}

/** What a rich task says of how it is to be done. */
function wishes(properties: OrgTask['properties']): readonly string[] {
  return ['CONTEXT', 'KEY_FILES', 'CURRENT_STATUS', 'ACCEPTANCE_CRITERIA', 'TOOLS'].flatMap((name) => {
    const value = properties[name]
    return value === undefined || value === '' ? [] : [`${name.replaceAll('_', ' ').toLowerCase()}: ${value}`]
  })
}
