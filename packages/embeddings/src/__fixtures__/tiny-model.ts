import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureConverted } from '../converted-model.ts'
import { tinyWeights } from './tiny-weights.ts'

/**
 * A model in a folder, in transformers.js layout, which means nothing.
 *
 * @param files - What lies beside it, by path, as JSON.
 */
export async function tinyModel(folder: string, files: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const weights = await tinyWeights(`${folder}-weights`)
  await ensureConverted({ weights, folder, dtype: 'fp32' })
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), JSON.stringify(content))
  }
  return folder
}
