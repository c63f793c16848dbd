import { redact } from '@datacortex/errors'
import { type Embed, contentTerms } from '@datacortex/knowledge-extractor/text'
import { decodedUri } from '@datacortex/platform'
import { oneLine, wordsOf } from '@datacortex/text'
import { groupTexts } from './group-texts.ts'
import type { SeenPage } from './pages-once.ts'
import type { LinkTopic, LinkedTasks, NightTask } from './plan-night.ts'

/** Groups links by what their pages, and the words of those who saved them, are about. */
export async function topicsOfLinks(
  links: readonly LinkedTasks[],
  {
    pages,
    ...how
  }: {
    readonly pages: ReadonlyMap<string, SeenPage>
    readonly embed?: Embed | undefined
    readonly signal: AbortSignal
  },
): Promise<readonly LinkTopic[]> {
  const texts = links.map((link) => textOf(link, pages))
  const groups = await groupTexts(texts, how)
  const names = new Set<string>()
  return groups.map((places) => {
    const own = places.flatMap((place) => links[place] ?? [])
    const [first = '', ...others] = places.map((place) => titleOf(links[place], pages))
    const words = others.length === 0 ? first : tellingWords(places, texts)
    const given = headingOf(own)
    const topic = [given, words, first].find((name) => name !== undefined && name !== '' && !names.has(name)) ?? first
    names.add(topic)
    return { topic, links: own }
  })
}

function textOf({ tasks, urls }: LinkedTasks, pages: ReadonlyMap<string, SeenPage>): string {
  const said = tasks.flatMap(({ topic, heading: { tags } }) => [withoutAddress(topic), ...tags.filter(isTelling)])
  const read = urls.slice(0, 5).flatMap((url) => {
    const page = pages.get(url)
    return page === undefined ? [] : [page.title, page.text]
  })
  // An address may say what its page can't.
  const rest = read.length > 0 ? [] : urls.map((url) => decoded(url).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
  return [...said, ...read, ...rest].filter((part) => part !== '').join('\n')
}

function titleOf(link: LinkedTasks | undefined, pages: ReadonlyMap<string, SeenPage>): string {
  const { tasks = [], urls = [] } = link ?? {}
  const [own = ''] = tasks.map(({ topic }) => withoutAddress(topic)).filter((title) => title !== '')
  const page = oneLine(pages.get(urls[0] ?? '')?.title ?? '').slice(0, 100)
  return own !== '' ? own : page !== '' ? redact(page) : redact(urls[0] ?? '')
}

function withoutAddress(words: string): string {
  return words.replaceAll(/https?:\/\/\S+/gi, '').trim()
}

function decoded(url: string): string {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  return `${hostname} ${decodedUri(pathname) ?? pathname}`
}

/** What most of them stand under, or are tagged with: the user's own word for it. */
function headingOf(links: readonly LinkedTasks[]): string | undefined {
  const tasks = links.flatMap((link) => link.tasks)
  const counts = Map.groupBy(tasks.map(ownTopic), (name) => name)
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)
  return most !== undefined && most[1].length * 2 > tasks.length ? most[0] : undefined
}

/** What a task stands under, or the first of its tags that says more than that it is research. */
function ownTopic({ under, heading: { tags } }: NightTask): string | undefined {
  if (under !== undefined && !/^(?:inbox|queue|research|learning|links|to ?read|reading list)$/i.test(under))
    return under
  return tags.find(isTelling)
}

function isTelling(tag: string): boolean {
  return !/^(?:ai|research|learning|read|todo|news)$/i.test(tag)
}

/** The three words that most of a group has and few others have, as they are written most. */
function tellingWords(places: readonly number[], texts: readonly string[]): string {
  const bags = texts.map((text) => Map.groupBy(wordsOf(text).filter(isWord), (word) => contentTerms(word)[0] ?? ''))
  const scored = new Map<string, { score: number; words: string[] }>()
  const own = places.flatMap((place) => bags[place] ?? [])
  for (const bag of own)
    for (const [term, words] of bag) {
      if (term === '') continue
      const inside = own.filter((one) => one.has(term)).length
      const all = bags.filter((one) => one.has(term)).length
      if (inside > 1 && !scored.has(term))
        scored.set(term, { score: inside * Math.log(1 + (inside * texts.length) / all), words: [] })
      scored.get(term)?.words.push(...words)
    }
  return [...scored]
    .toSorted(
      ([a, one], [b, other]) => other.score - one.score || other.words.length - one.words.length || (a < b ? -1 : 1),
    )
    .slice(0, 3)
    .map(([, { words }]) => mostOf(words))
    .join(', ')
}

function isWord(word: string): boolean {
  return /^\p{L}[\p{L}\p{M}]+$/u.test(word) && word.length <= 40
}

function mostOf(words: readonly string[]): string {
  const counts = Map.groupBy(words, (word) => word)
  return [...counts].toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))[0]?.[0] ?? ''
}
