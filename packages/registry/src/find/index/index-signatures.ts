import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, parseJson, writeFileAtomically } from '@datacortex/platform'
import { z } from 'zod'
import { ifCoded, attempt } from '@datacortex/errors'

/** Signature of what is indexed, by agent id. */
export type IndexSignatures = ReadonlyMap<string, string>

const signaturesFile = (paths: SpacePaths): string => join(paths.cacheDirectory, 'find', 'signatures.json')

/** What was indexed when an update last finished a part; empty if unknown. */
export async function readSignatures(paths: SpacePaths): Promise<IndexSignatures> {
  const text = await readFile(signaturesFile(paths), 'utf8').catch(() => undefined)
  if (text === undefined) return new Map()
  return attempt(
    () => new Map(parseJson(text, z.array(z.tuple([z.string(), z.string()])), { origin: 'signatures.json' })),
    ifCoded(new Map()),
  )
}

/** Writes the signatures as a whole. */
export async function writeSignatures(paths: SpacePaths, signatures: IndexSignatures): Promise<void> {
  await writeFileAtomically(signaturesFile(paths), JSON.stringify([...signatures]))
}
