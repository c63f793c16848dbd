import { createHash, randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifRefused } from '@datacortex/platform'
import { convertWeights } from './convert-weights.ts'
import { type ModelFile, contentProblems } from './model-manifest.ts'
import { packagedMiniLm } from './packaged-weights.ts'

// Part of `pnpm build`: makes the int8 model that is released with this package, unless the one that is there was made
// of the same weights by the same code.

const { int8, smoothingFile, weightsSha256 } = packagedMiniLm
const { folder, files } = int8
const stampFile = join(folder, 'made-of.txt')
const stamp = await inputs()
const isMade = (await readFile(stampFile, 'utf8').catch(ifRefused(''))) === stamp
if (!isMade || (await contentProblems(folder, files)).length > 0) await make()

async function inputs(): Promise<string> {
  const hash = createHash('sha256').update(weightsSha256)
  const code = globSync('*.js', { cwd: import.meta.dirname }).toSorted()
  for (const file of [...code.map((name) => join(import.meta.dirname, name)), smoothingFile])
    hash.update(await readFile(file))
  return hash.digest('hex')
}

/** Each file is replaced at once, for a program may be starting with it. */
async function make(): Promise<void> {
  const unfinished = `${folder}.tmp-${randomUUID()}`
  await mkdir(unfinished, { recursive: true })
  try {
    const made = await convertWeights(packagedMiniLm, { folder: unfinished, dtype: 'int8' })
    for (const { path } of made) checkPin(made, path)
    await mkdir(folder, { recursive: true })
    for (const { path } of made) await rename(join(unfinished, path), join(folder, path))
    await writeFile(stampFile, stamp)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

function checkPin(made: readonly ModelFile[], path: string): void {
  const [is, pinned] = [made, files].map((list) => list.find((file) => file.path === path))
  if (is?.sha256 === pinned?.sha256 && is?.sizeBytes === pinned?.sizeBytes) return
  const wanted = made.map(({ sizeBytes, sha256, ...file }) => JSON.stringify({ path: file.path, sizeBytes, sha256 }))
  throw new Error(
    `The int8 model is another one than packaged-weights.ts says. If that is meant, pin:\n${wanted.join(',\n')}`,
  )
}
