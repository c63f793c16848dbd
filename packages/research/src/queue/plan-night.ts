import type { QueuedResearch } from '../gtd/research-queue.ts'

export type NightTask = QueuedResearch & { readonly file: string }

export type NightRun = {
  readonly topic: string
  /** Empty for a topic that sources are asked about. */
  readonly urls: readonly string[]
  readonly tasks: readonly NightTask[]
  readonly maxDocuments: number
}

export type NightPlan = {
  readonly runs: readonly NightRun[]
  readonly waiting: readonly NightTask[]
  /** Tasks that are done with some of their addresses only, since they have more than a night reads. */
  readonly cut: readonly { readonly task: NightTask; readonly unread: number }[]
}

/** A topic with fewer documents is no research. */
const fewestOfTopic = 3

/** Shares a night's documents among tasks: addresses by topic, the others as news, topics alone; failed ones last. */
export function planNight(tasks: readonly NightTask[], { maxSources, news }: { maxSources: number; news: string }) {
  const sorted = [
    ...tasks.filter(({ failedOn }) => failedOn === undefined),
    ...tasks.filter(({ failedOn }) => failedOn !== undefined),
  ]
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
  const homes = new Map<string, string>()
  const groups = Map.groupBy(read, (task) => {
    // A task whose first address another one has is done by the run of that one, which reads what else it names.
    const topic = homes.get(task.urls[0] ?? '') ?? topicOf(task) ?? news
    for (const url of task.urls) if (!homes.has(url)) homes.set(url, topic)
    return topic
  })
  const runs = [...groups].map(([topic, group]): NightRun => {
    const listed = new Set(group.flatMap((task) => task.urls))
    const urls = [...listed].filter((url) => known.has(url) && homes.get(url) === topic)
    return { topic, urls, tasks: group, maxDocuments: urls.length }
  })
  return {
    cut: read.flatMap((task) => {
      const unread = task.urls.filter((url) => !known.has(url)).length
      return unread === 0 ? [] : [{ task, unread }]
    }),
    runs: [
      ...runs.filter(({ urls }) => urls.length > 0),
      ...asked.map((task) => ({ topic: task.topic, urls: [], tasks: [task], maxDocuments: Math.floor(left / count) })),
    ],
    waiting: sorted.filter((task) => !read.includes(task) && !asked.includes(task)),
  }
}

/** What it stands under, or the first of its tags that says more than that it is research. */
function topicOf({ under, heading: { tags } }: NightTask): string | undefined {
  if (under !== undefined && !/^(?:inbox|queue|research|learning|to ?read|reading list)$/i.test(under)) return under
  return tags.find((tag) => !/^(?:ai|research|learning|read|todo|news)$/i.test(tag))
}
