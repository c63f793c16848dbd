import { createHash } from 'node:crypto'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { systemErrorCode } from '@datacortex/platform'

/** A file that a command runs. */
export type CommandScript = {
  /** Relative to the space, with `/`. */
  readonly path: string
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string
}

/**
 * The scripts and programs of a space that a command names: they may change while its words stay. Data that it names are
 * none, since they change with each run. In the order of the words; none for what is not there or can't be read, and
 * so can't run.
 */
export async function commandScripts(words: readonly unknown[], root: string): Promise<readonly CommandScript[]> {
  const found = words.map(async (word, index) => {
    // A program without a folder is looked for in PATH.
    if (typeof word !== 'string' || word === '' || (index === 0 && !/[/\\]/.test(word))) return undefined
    return await scriptAt(resolve(root, word), { root, isProgram: index === 0 })
  })
  return (await Promise.all(found)).filter((script) => script !== undefined)
}

const scriptEnding = /\.(?:[cm]?[jt]s|[jt]sx|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1|bat|cmd)$/i

async function scriptAt(
  path: string,
  { root, isProgram }: { readonly root: string; readonly isProgram: boolean },
): Promise<CommandScript | undefined> {
  try {
    // Named by another path of the same folder, or a link that lies in the space.
    const inside = [path, await realpath(path)].find((one) => isBelow(one, root))
    if (inside === undefined) return undefined
    await using file = await open(path, 'r')
    if (!(await file.stat()).isFile()) return undefined
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    const isScript = isProgram || scriptEnding.test(path) || (bytesRead === 2 && buffer.toString() === '#!')
    if (!isScript) return undefined
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Buffer)
    return { path: relative(root, inside).split(sep).join('/'), hash: hash.digest('hex') }
  } catch (error) {
    if (systemErrorCode(error) === undefined && !isNoPath(error)) throw error
    return undefined
  }
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Words may hold anything, also what no path can. */
function isNoPath(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_ARG_VALUE'
}
