import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder } from '@datacortex/embeddings'
import { sha256 } from '@datacortex/platform'

/**
 * Vectors of texts, kept in the temporary folder of the system by what was embedded, so that the next run is quick.
 *
 * @param texts - To embed.
 * @param options - The model, and who is told how far it is.
 */
export async function keptVectors(
  texts: readonly string[],
  { embedder, tell }: { readonly embedder: Embedder; readonly tell: (line: string) => void },
): Promise<readonly Float32Array[]> {
  const folder = join(tmpdir(), 'datacortex-bench-vectors')
  await mkdir(folder, { recursive: true })
  const vectors: Float32Array[] = []
  for (let start = 0; start < texts.length; start += textsPerFile) {
    const part = texts.slice(start, start + textsPerFile)
    const file = join(folder, `${sha256(JSON.stringify([embedder.modelId, part]))}.f32`)
    const kept = await readFile(file).catch(() => undefined)
    if (kept === undefined) {
      if (start % (8 * textsPerFile) === 0) tell(`embedding text ${start} of ${texts.length}`)
      const made = await embedder.embed(part)
      await writeFile(`${file}.new`, Buffer.concat(made.map((vector) => new Uint8Array(vector.slice().buffer))))
      await rename(`${file}.new`, file)
      vectors.push(...made)
    } else {
      const numbers = new Float32Array(new Uint8Array(kept).buffer)
      const { dimensions } = embedder
      for (let place = 0; place < part.length; place += 1)
        vectors.push(numbers.slice(place * dimensions, (place + 1) * dimensions))
    }
  }
  return vectors
}

const textsPerFile = 64
