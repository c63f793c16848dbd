import type { ResearchConfig } from '../pipeline/research-options.ts'
import type { QueuedResearch } from '../gtd/research-queue.ts'
import { unionFind } from '../dedup/union-find.ts'

export type NightTask = QueuedResearch & { readonly file: string }

/** Tasks that share an address, and the addresses that are read for them. */
export type LinkedTasks = { readonly tasks: readonly NightTask[]; readonly urls: readonly string[] }

/** Links that are one report, and what it is called. */
export type LinkTopic = { readonly topic: string; readonly links: readonly LinkedTasks[] }

export type NightRun = Pick<ResearchConfig, 'topic' | 'urls' | 'maxDocuments'> & {
  readonly tasks: readonly NightTask[]
}

export type NightPlan = {
  /** Those of addresses first, the one with most of them before all. */
  readonly runs: readonly NightRun[]
  readonly waiting: readonly NightTask[]
  /** Tasks that are done with some of their addresses only, since they have more than a night reads. */
  readonly cut: readonly { readonly task: NightTask; readonly unread: number }[]
}

type PlanOptions = {
  readonly maxSources: number
  readonly topicsOf: (links: readonly LinkedTasks[]) => Promise<readonly LinkTopic[]>
}

/** A topic with fewer documents is no research. */
const fewestOfTopic = 3

/** Shares a night's documents among tasks by their priority: addresses by topic, and topics alone; failed ones come last. */
export async function planNight(
  tasks: readonly NightTask[],
  { maxSources, topicsOf }: PlanOptions,
): Promise<NightPlan> {
  const sorted = tasks.toSorted(
    (one, other) =>
      Number(one.failedOn !== undefined) - Number(other.failedOn !== undefined) ||
      one.heading.priority - other.heading.priority,
  )
  const topics = sorted.filter(({ urls }) => urls.length === 0)
  const listed = sorted.filter(({ urls }) => urls.length > 0)
  const needed = topics.length * fewestOfTopic
  const half = Math.ceil(maxSources / 2)
  const hasRoom = topics.length > 0 && maxSources - half >= fewestOfTopic
  const forAddresses = hasRoom ? Math.max(half, maxSources - needed) : maxSources
  const read: NightTask[] = []
  const known = new Set<string>()
  for (const task of listed) {
    const more = task.urls.filter((url) => !known.has(url))
    // One task with very many addresses is read as far as a night goes.
    const isFirst = known.size === 0 && forAddresses > 0
    if (!isFirst && known.size + more.length > forAddresses) continue
    read.push(task)
    for (const url of more.slice(0, forAddresses - known.size)) known.add(url)
  }
  const left = maxSources - known.size
  const count = Math.min(topics.length, Math.floor(left / fewestOfTopic))
  const asked = topics.slice(0, count)
  const found = read.length === 0 ? [] : await topicsOf(linkedTasks(read, known))
  const runs = found.map(({ topic, links }): NightRun => {
    const urls = links.flatMap((link) => link.urls)
    return { topic, urls, tasks: links.flatMap((link) => link.tasks), maxDocuments: urls.length }
  })
  return {
    cut: read.flatMap((task) => {
      const unread = task.urls.filter((url) => !known.has(url)).length
      return unread === 0 ? [] : [{ task, unread }]
    }),
    runs: [
      ...runs.toSorted((one, other) => other.urls.length - one.urls.length),
      ...asked.map((task) => ({ topic: task.topic, urls: [], tasks: [task], maxDocuments: Math.floor(left / count) })),
    ],
    waiting: sorted.filter((task) => !read.includes(task) && !asked.includes(task)),
  }
}

/** An address is read once, so tasks that share one are done by one run. */
function linkedTasks(tasks: readonly NightTask[], known: ReadonlySet<string>): readonly LinkedTasks[] {
  const sets = unionFind(tasks.length)
  const firsts = new Map<string, number>()
  for (const [place, { urls }] of tasks.entries())
    for (const url of urls) {
      sets.union(firsts.get(url) ?? place, place)
      if (!firsts.has(url)) firsts.set(url, place)
    }
  const groups = Map.groupBy(tasks.keys(), (place) => sets.find(place))
  return [...groups.values()].map((places) => {
    const own = places.flatMap((place) => tasks[place] ?? [])
    return { tasks: own, urls: [...new Set(own.flatMap(({ urls }) => urls))].filter((url) => known.has(url)) }
  })
}
