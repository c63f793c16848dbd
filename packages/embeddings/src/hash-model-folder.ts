import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { modelFileNames } from './model-file-names.ts'
import { useFiles } from './model-use.ts'
import type { LibraryType } from './resolve-model.ts'

/** Files beside the weights that decide about vectors: which tokens a text becomes, and what the weights are taken for. */
const besideWeights = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const

/**
 * SHA-256 of everything in a model's folder that its vectors depend on.
 *
 * @param dtype - Whose weights are meant.
 */
export function hashModelFolder(folder: string, dtype: LibraryType): string {
  const hash = createHash('sha256')
  const said = useFiles.filter((path) => existsSync(join(folder, path)))
  for (const path of [...besideWeights, ...said, ...weightFiles(folder, dtype)]) {
    const file = hashFile(join(folder, path))
    // Of files that are just put together nobody could say where one ends.
    hash.update(`${path}\0${file}\n`)
  }
  return hash.digest('hex')
}

/** Big models keep their weights in further files: `model.onnx_data`, `model.onnx_data_1` and so on. */
function weightFiles(folder: string, dtype: LibraryType): readonly string[] {
  const name = modelFileNames[dtype]
  const files: string[] = [name]
  for (let path = `${name}_data`; existsSync(join(folder, path)); path = `${name}_data_${files.length - 1}`)
    files.push(path)
  return files
}

// Weights can be larger than what Node reads at once.
const chunkBytes = 1_000_000

function hashFile(file: string): string {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(chunkBytes)
  const descriptor = openSync(file, 'r')
  try {
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk))
      hash.update(chunk.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
  return hash.digest('hex')
}
