import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CommandResult } from '../context.ts'

/**
 * `datacortex export key FILE`: makes a key that signs cards; only its owner may read the file.
 *
 * @param options - `file`: a new one.
 * @throws {@link SigningKeyExistsError}
 */
export async function exportKey({
  file,
  dryRun,
}: {
  readonly file: string
  readonly dryRun?: true | undefined
}): Promise<CommandResult> {
  const { createSigningKey, SigningKeyExistsError } = await import('@datacortex/export')
  const path = resolve(file)
  if (dryRun === true) {
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined) throw new SigningKeyExistsError({ file: path })
    return { data: { file: path, dry_run: true }, lines: [`would make   ${path}`, 'dry run      nothing was changed'] }
  }
  const { kid, alg } = await createSigningKey(path)
  return {
    data: { file: path, kid, alg },
    lines: [`made       ${path}  ${alg} ${kid}`, 'next       datacortex export a2a --url BASE --out DIR --sign FILE'],
  }
}
