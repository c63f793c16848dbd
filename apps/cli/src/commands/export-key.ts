import { resolve } from 'node:path'
import type { CommandResult } from '../context.ts'

/**
 * `datacortex export key FILE`: makes a key that signs cards; only its owner may read the file.
 *
 * @param options - `file`: a new one.
 * @throws {@link SigningKeyExistsError}
 */
export async function exportKey({ file }: { readonly file: string }): Promise<CommandResult> {
  const { createSigningKey } = await import('@datacortex/export')
  const path = resolve(file)
  const { kid, alg } = await createSigningKey(path)
  return {
    data: { file: path, kid, alg },
    lines: [`made       ${path}  ${alg} ${kid}`, 'next       datacortex export a2a --url BASE --out DIR --sign FILE'],
  }
}
