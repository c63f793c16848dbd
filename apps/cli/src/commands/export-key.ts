import { resolve } from 'node:path'
import { spaceless } from '@datacortex/space'
import type { CommandResult, Context } from '../context.ts'

/** `datacortex export key FILE`: makes a key that signs cards; only its owner may read the file. */
export async function exportKey(
  { signal }: Context,
  given: { readonly file: string; readonly dryRun?: true | undefined },
): Promise<CommandResult> {
  const data = await spaceless({ signal }).publish.key({ file: resolve(given.file), dry_run: given.dryRun })
  const { file, alg, kid, dry_run: isDry } = data
  const lines =
    isDry === true
      ? [`would make   ${file}`, 'dry run      nothing was changed']
      : [`made       ${file}  ${alg} ${kid}`, 'next       datacortex export a2a --url BASE --out DIR --sign FILE']
  return { data, lines }
}
