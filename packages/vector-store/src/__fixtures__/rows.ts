import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCollection, type Collection, type Row } from '../index.ts'
import type { OpenCollectionOptions } from '../open-collection.ts'

export const fields = { agent: 'string', size: 'number', live: 'boolean', tags: 'strings', note: 'payload' } as const

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vector-store-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** A collection of four dimensions that is closed after the test. */
export async function open(directory: string, options: Partial<OpenCollectionOptions> = {}): Promise<Collection> {
  const collection = await openCollection({
    directory,
    name: 'agents',
    fields,
    modelId: 'm1',
    dimensions: 4,
    ...options,
  })
  onTestFinished(async () => await collection[Symbol.asyncDispose]())
  return collection
}

export function row(id: string, text: string, rest: Partial<Row> = {}): Row {
  return { id, text, hash: `h-${text}`, vector: Float32Array.of(1, 0, 0, 0), fields: {}, ...rest }
}
