import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DedupDocument } from '@datacortex/research'
import { z } from 'zod'
import { jsonLines } from './json-lines.ts'

/** Two documents and whether they are one work. */
export type LabelledPair = {
  readonly a: DedupDocument
  readonly b: DedupDocument
  readonly same: boolean
  readonly kind: string
  readonly split: 'dev' | 'heldout'
}

/** Two titles and whether they are of one publication. */
export type TitlePair = { readonly a: string; readonly b: string; readonly match: boolean }

/** An address, as a test of the URL standard. */
export type UrlVector = { readonly input: string; readonly base: string | null; readonly href: string | undefined }

const Document: z.ZodType<DedupDocument> = z.looseObject({ id: z.string(), title: z.string() })
const Pair = z.object({
  a: z.string(),
  b: z.string(),
  same: z.boolean(),
  kind: z.string(),
  split: z.enum(['dev', 'heldout']),
})
const Title = z.object({ a: z.string(), b: z.string(), match: z.boolean() })
const Vector = z.object({
  input: z.string(),
  base: z.string().nullish(),
  href: z.string().optional(),
  failure: z.boolean().optional(),
})

const fixtures = fileURLToPath(new URL('../../fixtures/dedup/', import.meta.url))

/** The labelled pairs that are kept in this repository. */
export async function labelledPairs(): Promise<readonly LabelledPair[]> {
  const documents = (await jsonLines(join(fixtures, 'documents.jsonl'))).map((line) => Document.parse(line))
  const byId = new Map(documents.map((document) => [document.id, document]))
  return (await jsonLines(join(fixtures, 'pairs.jsonl'))).flatMap((line) => {
    const { a, b, ...label } = Pair.parse(line)
    const [first, second] = [byId.get(a), byId.get(b)]
    return first === undefined || second === undefined ? [] : [{ a: first, b: second, ...label }]
  })
}

/** Pairs of titles of a part of the public set. */
export async function titlePairs(dataFolder: string, part: 'train' | 'valid'): Promise<readonly TitlePair[]> {
  return (await jsonLines(join(dataFolder, 'bench', 'titles', `${part}.jsonl`))).map((line) => Title.parse(line))
}

/** The vectors of the URL standard; strings among them are comments. */
export async function urlVectors(dataFolder: string): Promise<readonly UrlVector[]> {
  const file = await readFile(join(dataFolder, 'bench', 'urls', 'urltestdata.json'), 'utf8')
  const all: unknown = JSON.parse(file)
  return z
    .array(z.unknown())
    .parse(all)
    .filter((vector) => typeof vector !== 'string')
    .map((vector) => Vector.parse(vector))
    .map(({ input, base, href, failure }) => ({ input, base: base ?? null, href: failure === true ? undefined : href }))
}
