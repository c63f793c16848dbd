import { join } from 'node:path'
import { foldedName, namesIn } from '@datacortex/platform'
import { stopWords, wordsOf } from '@datacortex/text'
import { cognitionError } from '../errors.ts'
import type { Mind } from '../mind.ts'
import { keyPointsOf } from './key-points.ts'

/** Where a key point goes to. */
export type Topic = { readonly name: string; readonly title: string; readonly isNew: boolean }

/** What is known of a file that a text may belong to. */
export type Candidate = {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly body: string
}

/** How much others say the same as a text, each 0 to 1. */
export type Likeness = (text: string, others: readonly string[]) => Promise<readonly number[]>

/** The topic that somebody names: the file that is there, however its name is written, or a new one. */
export async function namedTopic(mind: Pick<Mind, 'agent' | 'knowledge' | 'place'>, title: string): Promise<Topic> {
  const name = topicName(title)
  if (name === '') throw cognitionError('COGNITION_TOPIC_INVALID', { topic: title })
  const same = (await namesIn(mind.knowledge)).filter((file) => foldedName(file) === foldedName(`${name}.md`))
  const [file] = same
  if (same.length > 1)
    throw cognitionError('COGNITION_TOPIC_TWICE', {
      topic: name,
      paths: same.map((one) => `${mind.place}/${mind.agent}/knowledge/${one}`),
    })
  return { name: file?.replace(/\.md$/i, '') ?? name, title: title.trim(), isNew: file === undefined }
}

// As for zettels: what is nearer than this says the same.
const sameMeaning = 0.85

/** The topic of a text by its words, or by its meaning where that is known; a new one if none fits. */
export async function topicOf(
  text: string,
  { candidates, likeness, mind }: { candidates: readonly Candidate[]; likeness: Likeness | undefined; mind: Mind },
): Promise<Topic> {
  const words = tellingWords(text)
  const shared = candidates.map(({ title, summary, body }) => {
    const others = new Set(wordsOf(`${title} ${summary} ${body}`))
    return words.filter((word) => others.has(word)).length / Math.max(words.length, 1)
  })
  const best = shared.indexOf(Math.max(...shared))
  const byWords = words.length >= 3 && (shared[best] ?? 0) >= 0.5 ? candidates[best] : undefined
  const fitting = byWords ?? (likeness && (await byMeaning(text, { candidates, likeness })))
  if (fitting !== undefined) return { name: fitting.name, title: fitting.title, isNew: false }
  const title = words.slice(0, 5).join(' ') || wordsOf(text).slice(0, 5).join(' ') || 'notes'
  return await namedTopic(mind, title.slice(0, 80))
}

async function byMeaning(
  text: string,
  { candidates, likeness }: { readonly candidates: readonly Candidate[]; readonly likeness: Likeness },
): Promise<Candidate | undefined> {
  const said = candidates.flatMap((one) =>
    keyPointsOf(one.body)
      .slice(-20)
      .map((point) => ({ one, text: point.text })),
  )
  if (said.length === 0) return undefined
  const scores = await likeness(
    text,
    said.map((one) => one.text),
  )
  const highest = Math.max(...scores)
  return highest >= sameMeaning ? said[scores.indexOf(highest)]?.one : undefined
}

/** Each once, in order. */
export function tellingWords(text: string): readonly string[] {
  return [...new Set(wordsOf(text).filter((word) => !stopWords.has(word)))]
}

/** The name of a file without its ending: letters and digits of any script, and hyphens. */
function topicName(title: string): string {
  const name = wordsOf(title).join('-')
  return Array.from(name).slice(0, 60).join('').replace(/-$/, '')
}

/** The path of a knowledge file, and relative to the space. */
export function topicFile(mind: Mind, name: string): { readonly file: string; readonly path: string } {
  return { file: join(mind.knowledge, `${name}.md`), path: `${mind.place}/${mind.agent}/knowledge/${name}.md` }
}
