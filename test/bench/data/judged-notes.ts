import { readFile, readdir } from 'node:fs/promises'
import { z } from 'zod'

/** A passage that a reader marked: an idea by its number, `+` a good note, `!` a task, `-` what is never worth one. */
export type Mark = { readonly mark: string; readonly text: string }

/** A document with what a careful reader would keep of it. */
export type JudgedDocument = {
  readonly name: string
  readonly kind: string
  /** Without the marks. */
  readonly text: string
  readonly tags: readonly string[]
  readonly marks: readonly Mark[]
}

/** The half that rules are chosen with, and the one that is only measured. */
export type Half = 'choosing' | 'unseen'

/** Two sentences, and whether both say the same of the same. */
export type JudgedPair = z.infer<typeof Pairs>[number]

const Pairs = z.array(z.object({ same: z.boolean(), a: z.string(), b: z.string() }))

export async function judgedPairs(half: Half): Promise<readonly JudgedPair[]> {
  return Pairs.parse(JSON.parse(await readFile(new URL('agreement.json', folderOf(half)), 'utf8')))
}

export async function judgedDocuments(half: Half): Promise<readonly JudgedDocument[]> {
  const names = (await readdir(folderOf(half))).filter((name) => !name.endsWith('.json')).sort()
  return await Promise.all(names.map(async (name) => read(name, await readFile(new URL(name, folderOf(half)), 'utf8'))))
}

function folderOf(half: Half): URL {
  return new URL(`../../fixtures/judged-notes/${half}/`, import.meta.url)
}

function read(name: string, judged: string): JudgedDocument {
  const field = (key: string): string => new RegExp(`⟦${key} ([^⟧]*)⟧`, 'u').exec(judged)?.[1] ?? ''
  const body = judged.replaceAll(/⟦(?:kind|language|tags|from) [^⟧]*⟧\n?/gu, '')
  const marks: Mark[] = []
  const text = body.replaceAll(/⟦(\d|[+!-]): ([^⟧]*?) ?⟧/gu, (_, mark: string, passage: string) => {
    marks.push({ mark, text: passage.replaceAll(/<[^>]*>/g, '') })
    return `${passage} `
  })
  return { name, kind: field('kind'), text, tags: field('tags').split(', '), marks }
}
