import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonLines } from './json-lines.ts'

/** A text that is searched: a turn of a dialogue, a note, an abstract, an agent. */
export type LabelledText = {
  readonly id: string
  readonly text: string
  /** Its session and place in it, for turns. */
  readonly place?: { readonly note: string; readonly position: number } | undefined
  /** Of its session, in words. */
  readonly date?: string | undefined
  readonly links?: readonly string[] | undefined
  /** Whether the first line is a title. */
  readonly isTitled?: boolean | undefined
}

/** A question and the texts that answer it. */
export type LabelledQuestion = {
  readonly query: string
  readonly gold: readonly string[]
  readonly category?: string | undefined
}

/** Texts and questions about them. */
export type LabelledSet = { readonly texts: readonly LabelledText[]; readonly questions: readonly LabelledQuestion[] }

/** The public sets by name; a set may consist of several, such as one for each conversation. */
export const labelledSets = {
  LoCoMo: async (folder: string): Promise<readonly LabelledSet[]> => {
    const { conversations } = Conversations.parse(JSON.parse(await readFile(join(folder, 'locomo/dev.json'), 'utf8')))
    return conversations.map(({ sessions, questions }) => ({
      texts: sessions.flatMap(({ session, date, turns }) =>
        turns.map(({ dia_id: id, speaker, text, caption }, position) => ({
          id,
          text: `${speaker}: ${text}${caption === undefined ? '' : ` [image: ${caption}]`}`,
          place: { note: String(session), position },
          date,
        })),
      ),
      questions: questions.map(({ question, evidence, category }) => ({ query: question, gold: evidence, category })),
    }))
  },
  SciFact: async (folder: string): Promise<readonly LabelledSet[]> =>
    await titled(folder, 'scifact/corpus.jsonl', 'scifact/dev.jsonl'),
  HotpotQA: async (folder: string): Promise<readonly LabelledSet[]> =>
    await titled(folder, 'multihop/hotpot.notes.jsonl', 'multihop/hotpot.dev.jsonl'),
  MuSiQue: async (folder: string): Promise<readonly LabelledSet[]> =>
    await titled(folder, 'multihop/musique.notes.jsonl', 'multihop/musique.dev.jsonl'),
  MetaTool: async (folder: string): Promise<readonly LabelledSet[]> => await agents(folder, 'metatool'),
  LiveMCP: async (folder: string): Promise<readonly LabelledSet[]> => await agents(folder, 'livemcp'),
} as const

export type LabelledSetName = keyof typeof labelledSets

const Conversations = z.object({
  conversations: z.array(
    z.object({
      sessions: z.array(
        z.object({
          session: z.number(),
          date: z.string(),
          turns: z.array(
            z.object({ dia_id: z.string(), speaker: z.string(), text: z.string(), caption: z.string().optional() }),
          ),
        }),
      ),
      questions: z.array(z.object({ question: z.string(), category: z.string(), evidence: z.array(z.string()) })),
    }),
  ),
})
const TitledText = z.object({
  id: z.string().optional(),
  title: z.string(),
  text: z.string(),
  links: z.array(z.string()).optional(),
})
const Question = z.object({ query: z.string(), gold: z.union([z.string(), z.array(z.string())]) })
const Agents = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    skills: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
  }),
)

async function titled(folder: string, texts: string, questions: string): Promise<readonly LabelledSet[]> {
  const read = z.array(TitledText).parse(await jsonLines(join(folder, texts)))
  return [
    {
      texts: read.map(({ id, title, text, links }) => ({
        id: id ?? title,
        text: `${title}\n${visibleText(text)}`,
        links,
        isTitled: true,
      })),
      questions: await questionsOf(join(folder, questions)),
    },
  ]
}

async function agents(folder: string, name: string): Promise<readonly LabelledSet[]> {
  const read = Agents.parse(JSON.parse(await readFile(join(folder, name, 'agents.json'), 'utf8')))
  return [
    {
      texts: read.map(({ id, name: called, description, skills = [] }) => ({
        id,
        text: [`${called}: ${description}`, ...skills.map((skill) => `${skill.name}: ${skill.description}`)].join('\n'),
      })),
      questions: await questionsOf(join(folder, name, 'dev.jsonl')),
    },
  ]
}

async function questionsOf(file: string): Promise<readonly LabelledQuestion[]> {
  const read = z.array(Question).parse(await jsonLines(file))
  return read.map(({ query, gold }) => ({ query, gold: typeof gold === 'string' ? [gold] : gold }))
}

/** What a reader of the notes sees: the labels of links, without the list of further notes at the end. */
function visibleText(text: string): string {
  return text
    .replace(/\n*See also: .*$/s, '')
    .replaceAll(/\[\[[^\]|]*\|([^\]]*)\]\]/g, '$1')
    .replaceAll(/\[\[([^\]]*)\]\]/g, '$1')
}
