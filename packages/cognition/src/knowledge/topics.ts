import { join, relative, sep } from 'node:path'
import { foldedName } from '@datacortex/platform'
import { stopWords, wordsOf } from '@datacortex/text'
import { cognitionError } from '../errors.ts'
import { type Mind, namesOfMind } from '../mind.ts'
import { remoteFolder, sharedFolder } from '../sharing/remote.ts'
import { keyPointsOf } from './key-points.ts'
import type { Knowledge, Visibility } from './knowledge-file.ts'

export type Topic = {
  readonly name: string
  readonly title: string
  readonly isNew: boolean
  /** Whether its file lies in the shared folder. */
  readonly isShared: boolean
}

/** What is known of a file that a text may belong to. */
export type Candidate = Pick<Topic, 'name'> & Pick<Knowledge, 'title' | 'summary' | 'body'>

/** How much others say the same as a text, each 0 to 1. */
export type Likeness = (text: string, others: readonly string[]) => Promise<readonly number[]>

/**
 * The topic that somebody names: the file that is there, however its name is written, or a new one. That of the agent goes
 * before a shared one, unless a shared one is meant.
 */
export async function namedTopic(mind: Mind, title: string, visibility: Visibility | undefined): Promise<Topic> {
  const name = topicName(title)
  if (name === '') throw cognitionError('COGNITION_TOPIC_INVALID', { topic: title })
  const found = async (folder: string): Promise<string | undefined> => {
    const same = (await namesOfMind(folder)).filter((file) => foldedName(file) === foldedName(`${name}.md`))
    if (same.length > 1)
      throw cognitionError('COGNITION_TOPIC_TWICE', {
        topic: name,
        paths: same.map((one) => `${mind.place}/${relative(mind.root, join(folder, one)).replaceAll(sep, '/')}`),
      })
    return same[0]?.replace(/\.md$/i, '')
  }
  const isOpen = visibility === 'shared' || visibility === 'public'
  const own = isOpen ? undefined : await found(mind.knowledge)
  const shared = own === undefined && visibility !== 'private' ? await found(openFolder(mind)) : undefined
  const file = own ?? shared
  return {
    name: file ?? name,
    title: title.trim(),
    isNew: file === undefined,
    isShared: isOpen || (own === undefined && shared !== undefined),
  }
}

// As for zettels: what is nearer than this says the same.
const sameMeaning = 0.85

type Choice = {
  readonly candidates: readonly Candidate[]
  readonly likeness: Likeness | undefined
  readonly mind: Mind
  readonly visibility: Visibility | undefined
}

/** The topic of a text by its words, or by its meaning where that is known; a new one if none fits. */
export async function topicOf(
  text: string,
  { candidates, likeness, mind, visibility = 'private' }: Choice,
): Promise<Topic> {
  const words = tellingWords(text)
  const shared = candidates.map(({ title, summary, body }) => {
    const others = new Set(wordsOf(`${title} ${summary} ${body}`))
    return words.filter((word) => others.has(word)).length / Math.max(words.length, 1)
  })
  const best = shared.indexOf(Math.max(...shared))
  const byWords = words.length >= 3 && (shared[best] ?? 0) >= 0.5 ? candidates[best] : undefined
  const fitting = byWords ?? (likeness && (await byMeaning(text, { candidates, likeness })))
  const isShared = visibility !== 'private'
  if (fitting !== undefined) return { name: fitting.name, title: fitting.title, isNew: false, isShared }
  const title = words.slice(0, 5).join(' ') || wordsOf(text).slice(0, 5).join(' ') || 'notes'
  return await namedTopic(mind, title.slice(0, 80), visibility)
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
  const texts = said.map((one) => one.text)
  const scores = await likeness(text, texts)
  const highest = Math.max(...scores)
  return highest >= sameMeaning ? said[scores.indexOf(highest)]?.one : undefined
}

/** Each once, in order. */
export function tellingWords(text: string): readonly string[] {
  return [...new Set(wordsOf(text).filter((word) => !stopWords.has(word)))]
}

/** The name of a file without its ending: letters and digits of any script, and hyphens. */
export function topicName(title: string): string {
  const name = wordsOf(title).join('-')
  return Array.from(name).slice(0, 60).join('').replace(/-$/, '')
}

/** The path of a knowledge file, and relative to the space. */
export function topicFile(
  mind: Mind,
  { name, isShared }: Pick<Topic, 'name' | 'isShared'>,
): { readonly file: string; readonly path: string } {
  const shared = mind.remote === undefined ? sharedFolder : remoteFolder
  const folder = isShared ? shared : `${mind.agent}/knowledge`
  const file = join(isShared ? openFolder(mind) : mind.knowledge, `${name}.md`)
  return { file, path: `${mind.place}/${folder}/${name}.md` }
}

/** Where an agent puts what it shares: at its address, if it has one. */
function openFolder({ remote, copies, shared }: Mind): string {
  return remote === undefined ? shared : copies
}
